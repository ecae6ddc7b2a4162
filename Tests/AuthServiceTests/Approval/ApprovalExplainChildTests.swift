import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `approval.explain for a child` {
    private static func explain(_ family: Family) async throws -> ApprovalExplain.Answer {
        try await family.fixture.callAsAdministrator(ApprovalExplain.self, .init(accountId: family.child))
    }

    private static func because(_ family: Family) async throws -> [String] { try await explain(family).because }

    @Test func `says that no device is bound, and whether a parent has invited one`() async throws {
        let family = try await Family()
        #expect(try await Self.because(family) == ["No device is bound to the child.", "A parent has to invite one."])
        _ = try await family.invite()
        #expect(
            try await Self.because(family) == [
                "No device is bound to the child.", "An invite waits to be entered on the child's device.",
            ])
    }

    @Test func `says that the device has no PIN yet, and that the child syncs when it is in`() async throws {
        let family = try await Family()
        let challenge = try await family.bind()
        #expect(
            try await Self.because(family) == ["The device is bound, and the child has not chosen a PIN yet."])
        try await family.device.setPIN(challenge)
        let answer = try await Self.explain(family)
        #expect(answer.canSync && answer.status == .approvedForSyncing)
        _ = try await family.device.call(SessionLogout.self, .init())
        #expect(try await Self.because(family) == ["The device is bound, and the child has to enter the PIN."])
    }

    @Test func `says that the access is locked, or that the PIN was forgotten, and who can help`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.lock()
        #expect(
            try await Self.because(family) == [
                "The access is locked, by wrong PINs or after a restore: a parent unlocks or resets it."
            ])
        try await family.parent.expectSuccess(ChildUnlock.self, .init(childId: family.child))
        _ = try await family.device.call(ChildForgotPIN.self, .init())
        #expect(
            try await Self.because(family) == [
                "The child has forgotten the PIN: a parent has to confirm it and reset the access."
            ])
    }

    @Test func `says that a parent has withdrawn the access`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        #expect(
            try await Self.because(family) == [
                "No device is bound to the child.", "A parent has withdrawn the access of the last one.",
                "A parent has to invite one.",
            ])
    }

    @Test func `says that no parent is approved, or that there is none`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.fixture.decide(#require(family.parent.session).account, .waitingForApproval)
        #expect(
            try await Self.because(family) == ["No parent of the child is approved: 1 waits for a decision."])
        try await family.fixture.deleteRows(of: "child_parent")
        #expect(try await Self.because(family) == ["The child has no parent: the administrator adds one."])
    }
}
