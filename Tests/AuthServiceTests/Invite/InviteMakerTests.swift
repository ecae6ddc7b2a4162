import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

/// The invites that a thief's device has made with a secret it has seen, when its session ends.
@Suite struct `An invite ends with the session in which it was made` {
    /// What ends the session.
    enum End: CaseIterable, Sendable {
        case deviceRemoval, removalByTheAdministrator, suspension, revocation, logout, login, move, reusedToken, block
    }

    private static func end(_ end: End, _ tablet: AuthTestClient, of family: Family) async throws {
        let fixture = family.fixture, parent = family.parent, session = try #require(tablet.session)
        switch end {
        case .deviceRemoval:
            try await parent.expectSuccess(
                DeviceRemove.self, .init(deviceId: tablet.device, confirmation: family.confirmation()))
        case .removalByTheAdministrator:
            _ = try await fixture.callAsAdministrator(
                UserRemoveDevice.self, .init(deviceId: tablet.device, phone: AuthTestClient.phone))
        case .suspension:
            let message = try await parent.message(fixture, .removeDevice)
            try await parent.expectSuccess(
                DeviceRemove.self, .init(deviceId: tablet.device, confirmation: message))
        case .revocation:
            try await parent.expectSuccess(
                SessionRevoke.self, .init(sessionId: session.sessionId, confirmation: family.confirmation()))
        case .logout: try await tablet.expectSuccess(SessionLogout.self, .init())
        case .login: try await tablet.login(fixture)
        case .move:
            let group = try #require(GroupID(rawValue: "home-2"))
            _ = try await fixture.callAsAdministrator(
                GroupCreate.self, .init(group: group, registers: .parent, approval: .automatic))
            let version = try #require(try await fixture.store.account(session.account)?.approvalVersion)
            _ = try await fixture.callAsAdministrator(
                UserMoveGroup.self, .init(accountId: session.account, version: Int(version), group: group))
        case .reusedToken:
            try await tablet.refresh()
            fixture.clock.advance(by: .milliseconds(10_001))
            try await tablet.expectRefused(
                .refreshReused, SessionRefresh.self,
                .init(refreshToken: session.refreshToken, requestId: fixture.random.id()))
        case .block:
            _ = try await tablet.enrol(AuthTestClient.pin, family.confirmation())
            for _ in 0..<2 { try await tablet.expectRefused(.pinWrong, proving: "111111") }
            try await tablet.expectRefused(.blocked, proving: "111111")
        }
    }

    @Test(arguments: End.allCases)
    func `for codes and for tickets, for devices and for parents`(end: End) async throws {
        let family = try await Family { $0.sendLimits.perNumber = [] }, fixture = family.fixture
        let other = fixture.client("other"), late = fixture.client("late"), tablet = fixture.client("tablet")
        try await other.register(fixture, "+33612345678", group: "home")
        try await tablet.login(fixture)
        try await family.parent.refresh()
        try await family.parent.admit(tablet)
        let forDevice = try await tablet.call(ChildInvite.self, .init(childId: family.child)).code
        let forParent = try await tablet.call(
            ChildInviteParent.self, .init(childId: family.child, confirmation: family.confirmation())
        ).code
        let ticket = try await family.device.call(InviteVerify.self, .init(code: forDevice)).ticket
        #expect(try await family.view().inviteKind == .code)

        try await Self.end(end, tablet, of: family)
        try await other.refresh()
        try await other.expectRefused(.inviteInvalid, ChildAcceptParent.self, .init(code: forParent))
        try await family.device.expectRefused(.inviteInvalid, DeviceBind.self, .init(ticket: ticket))
        try await late.expectRefused(.inviteInvalid, InviteVerify.self, .init(code: forDevice))
        // The family has no invite any more that a parent could see or withdraw.
        let details = try #require(try await fixture.store.child(family.child, at: fixture.clock.now)).details
        #expect(details.invite == nil && details.parentInvite == nil)
    }

    @Test func `and not with another session of its maker`() async throws {
        let family = try await Family { $0.sendLimits.perNumber = [] }, tablet = family.fixture.client("tablet")
        try await tablet.login(family.fixture)
        try await family.parent.refresh()
        try await family.parent.admit(tablet)
        let code = try await family.invite().code
        try await tablet.expectSuccess(SessionLogout.self, .init())
        try await family.parent.refresh()
        try await family.device.join(code)
    }
}
