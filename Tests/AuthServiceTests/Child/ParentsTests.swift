import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `The parents of a child` {
    private static let secondPhone = "+33612345678"

    @Test func `two parents share a child, and each decides about its access`() async throws {
        let family = try await Family()
        let other = try await family.addParent()
        #expect(try await family.view().parents == 2)
        #expect(try await family.view(other).name == "Mia")
        try await family.join()
        try await family.lock()
        try await other.expectSuccess(ChildUnlock.self, .init(childId: family.child))
        #expect(await family.device.refusal(ofPIN: Family.pin) == nil)
        try await other.refresh()
        try await other.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        #expect(try await family.state() == .childAccessRevoked)
    }

    @Test func `a repeated acceptance is answered as the first was`() async throws {
        let family = try await Family()
        let other = family.fixture.client()
        try await other.register(family.fixture, Self.secondPhone, group: "home")
        try await family.parent.refresh()
        let code = try await family.inviteParent().code
        let once = ChildAcceptParent.Params(code: code, requestId: family.fixture.random.id())
        let first = try await other.call(ChildAcceptParent.self, once)
        #expect(try await other.call(ChildAcceptParent.self, once) == first)
        #expect(first.childId == family.child)
        try await other.expectRefused(.inviteInvalid, ChildAcceptParent.self, .init(code: code))
    }

    @Test func `a child has at most four parents, and a parent at most twenty children`() async throws {
        let family = try await Family()
        for number in 1...3 { _ = try await family.addParent("+3361234567\(number)") }
        try await family.parent.expectRefused(
            .tooManyChildren, ChildInviteParent.self, .init(childId: family.child))
        #expect(try await family.view().parents == 4)
        for number in 2...20 {
            _ = try await family.parent.call(
                ChildAdd.self, .init(name: try #require(DeviceName(rawValue: "Child \(number)"))))
        }
        try await family.parent.expectRefused(
            .tooManyChildren, ChildAdd.self, .init(name: try #require(DeviceName(rawValue: "Child 21"))))
        #expect(try await family.parent.call(ChildList.self, Nothing()).children.count == 20)
    }

    @Test func `a parent with twenty children does not become the parent of another`() async throws {
        let family = try await Family()
        let full = family.fixture.client()
        try await full.register(family.fixture, Self.secondPhone, group: "home")
        for number in 1...20 {
            _ = try await full.call(ChildAdd.self, .init(name: try #require(DeviceName(rawValue: "Child \(number)"))))
        }
        try await family.parent.refresh()
        let code = try await family.inviteParent().code
        try await full.expectRefused(.tooManyChildren, ChildAcceptParent.self, .init(code: code))
        #expect(try await family.view().parents == 1)
    }

    @Test func `a parent leaves a child to the other one, and decides nothing about it any more`() async throws {
        let family = try await Family()
        let other = try await family.addParent()
        let once = ChildRemove.Params(childId: family.child, requestId: family.fixture.random.id())
        for _ in 0..<2 {
            #expect(try await family.parent.call(ChildRemove.self, once).isDeleted == false)
        }
        try await family.parent.expectRefused(.childUnknown, ChildInvite.self, .init(childId: family.child))
        #expect(try await family.view(other).parents == 1)
    }

    @Test(.requirement("C7")) func `binding, lock, unlock, forgotten PIN, reset and revocation are told to both sides`()
        async throws
    {
        let family = try await Family()
        let other = try await family.addParent()
        try await family.join()
        try await family.lock()
        try await family.parent.refresh()
        try await family.parent.expectSuccess(ChildUnlock.self, .init(childId: family.child))
        _ = try await family.device.call(ChildChallenge.self, Nothing())
        _ = try await family.device.call(ChildForgotPIN.self, .init())
        let code = try await family.resetAccess().code
        try await family.device.setPIN(family.device.join(code))
        let expected: [NoticeKind] = [
            .parentAdded, .childDeviceBound, .childAccessLocked, .childAccessUnlocked, .childPINForgotten,
            .childAccessReset, .childDeviceBound,
        ]
        for client in [family.parent, other, family.device] {
            let notices = try await client.call(AccountNotices.self, Nothing()).notices.reversed()
                .filter { ![.deviceAdmitted, .recoveryCodesMade].contains($0.kind.value) }
            #expect(notices.compactMap(\.kind.value) == expected)
            #expect(notices.allSatisfy { $0.childId == family.child })
        }
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        for client in [family.parent, other] {
            #expect(
                try await client.call(AccountNotices.self, Nothing()).notices.first?.kind.value == .childAccessRevoked)
        }
    }

    @Test func `a child is approved while one of its parents is`() async throws {
        let family = try await Family()
        let other = try await family.addParent()
        try await family.join()
        #expect(try await family.view().approval == .approvedForSyncing)
        try await family.fixture.decide(#require(family.parent.session).account, .disapprovedForSyncing)
        #expect(try await family.view(other).approval == .approvedForSyncing)
        try await family.fixture.decide(#require(other.session).account, .disapprovedForSyncing)
        #expect(try await family.view(other).approval == .waitingForApproval)
        let refreshed = try await family.device.refresh()
        #expect(refreshed.scope == [Open(.child)])
        try await family.fixture.decide(#require(other.session).account, .approvedForSyncing)
        #expect(try await family.device.refresh().scope == [Open(.child), Open(.sync)])
    }

    @Test func `nobody decides about the approval of a child itself, and no queue shows it`() async throws {
        let family = try await Family()
        try await family.fixture.decide(#require(family.parent.session).account, .waitingForApproval)
        let queue = try await family.fixture.callAsAdministrator(ApprovalPending.self, .init()).people
        #expect(queue.map(\.accountId) == [try #require(family.parent.session).account])
        do {
            try await family.fixture.decide(family.child, .approvedForSyncing)
            Issue.record("a decision about a child took effect")
        } catch let fault as RemoteFault { #expect(fault.name == "childFollowsParents") }
    }

    @Test func `the vault is told that a child's approval follows its parent's`() async throws {
        let family = try await Family()
        try await family.join()
        try await family.fixture.decide(#require(family.parent.session).account, .disapprovedForSyncing)
        let events = try await family.fixture.events(of: family.child)
        #expect(events.last?.approval == .waitingForApproval)
    }
}
