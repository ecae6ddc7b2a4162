import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `Refusals of methods about children` {
    @Test func `a requestId is refused for another child`() async throws {
        let family = try await Family(), id: RequestID = family.fixture.random.id()
        _ = try await family.addParent()
        let sister = try await family.parent.call(ChildAdd.self, ChildAdd.example.params).childId
        try await family.join()
        func expect<M: Method>(_ method: M.Type, _ params: (AccountID) -> M.Params) async throws {
            try await family.parent.refresh()
            _ = try await family.parent.call(method, params(family.child))
            try await family.parent.expectRefused(.requestIdReused, method, params(sister))
        }
        try await family.lock()
        try await expect(ChildUnlock.self) { OneChild(childId: $0, requestId: id) }
        try await expect(ChildEndSessions.self) { OneChild(childId: $0, requestId: id) }
        try await expect(ChildWithdrawInvite.self) { OneChild(childId: $0, requestId: id) }
        let confirmation = try family.confirmation(), other = try family.confirmation()
        try await expect(ChildInviteParent.self) {
            InviteParams(childId: $0, confirmation: confirmation, requestId: id)
        }
        try await family.lock()
        try await expect(ChildResetAccess.self) { InviteParams(childId: $0, confirmation: other, requestId: id) }
        try await family.join()
        try await expect(ChildRevoke.self) { OneChild(childId: $0, requestId: id) }
        try await expect(ChildRemove.self) { .init(childId: $0, requestId: id) }
    }

    @Test func `a requestId is refused for another ticket, PIN, proof and code`() async throws {
        let family = try await Family(), id: RequestID = family.fixture.random.id()
        let ticket = try await family.device.call(InviteVerify.self, .init(code: family.invite().code)).ticket
        let bound = try await family.device.call(DeviceBind.self, .init(ticket: ticket, requestId: id))
        let other = try #require(InviteTicket([UInt8](repeating: 9, count: 32)))
        try await family.device.expectRefused(.requestIdReused, DeviceBind.self, .init(ticket: other, requestId: id))
        var making = try family.device.making(bound)
        making.requestId = id
        _ = try await family.device.call(ChildSetPIN.self, making)
        making.proof = try family.device.sign(bound, .enrol, "7391")
        try await family.device.expectRefused(.requestIdReused, ChildSetPIN.self, making)
        var proving = try await family.device.proving()
        proving.requestId = id
        _ = try await family.device.call(ChildVerifyPIN.self, proving)
        var again = try await family.device.proving()
        again.requestId = id
        try await family.device.expectRefused(.requestIdReused, ChildVerifyPIN.self, again)
        let parent = family.fixture.client()
        try await parent.register(family.fixture, "+33612345678", group: "home")
        try await family.parent.refresh()
        let code = try await family.inviteParent().code
        _ = try await parent.call(ChildAcceptParent.self, .init(code: code, requestId: id))
        let wrong = try #require(InviteCode(wire: "AAAAAAAA"))
        try await parent.expectRefused(.requestIdReused, ChildAcceptParent.self, .init(code: wrong, requestId: id))
    }

    @Test func `a device learns from each of its methods why it has no access`() async throws {
        let family = try await Family(), device = family.device
        try await family.parent.expectRefused(.deviceNotBound, ChildResetAccess.self, .init(childId: family.child))
        try await device.expectRefused(.deviceNotBound, ChildVerifyPIN.self, ChildVerifyPIN.example.params)
        try await device.expectRefused(.deviceNotBound, ChildForgotPIN.self, .init())
        try await family.join()
        let proving = try await device.proving()
        for _ in 0..<3 { _ = await device.refusal(ofPIN: Family.wrongPIN) }
        try await expect(.locked, device, proving)
        try await family.parent.expectSuccess(ChildUnlock.self, .init(childId: family.child))
        _ = try await device.call(ChildForgotPIN.self, .init())
        try await expect(.parentVerificationRequired, device, proving)
        try await family.parent.expectSuccess(ChildRevoke.self, .init(childId: family.child))
        try await expect(.childAccessRevoked, device, proving)
    }

    private func expect(
        _ kind: FaultKind, _ device: AuthTestClient, _ proving: ChildVerifyPIN.Params
    ) async throws {
        try await device.expectRefused(kind, ChildVerifyPIN.self, proving)
        try await device.expectRefused(kind, ChildSetPIN.self, ChildSetPIN.example.params)
        try await device.expectRefused(kind, ChildForgotPIN.self, .init())
    }

    @Test func `a session that needs a PIN reads no notices`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await fixture.createGroup()
        try await phone.register(fixture, group: AuthServiceFixture.withPIN)
        try await phone.expectRefused(.pinSetupRequired, AccountNotices.self, Nothing())
    }
}
