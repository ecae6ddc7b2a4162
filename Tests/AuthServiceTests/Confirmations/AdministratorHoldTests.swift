import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

/// The phone has suspended the tablet by a message, and the administrator changes the account.
@Suite struct `The administrator during a hold` {
    enum Act: CaseIterable, Sendable {
        case endSessions, cancelHold, removeOpener, removeSuspended, admitSuspended

        func carryOut(_ two: TwoDevices) async throws {
            let fixture = two.fixture, phone = AuthTestClient.phone
            switch self {
            case .endSessions: _ = try await fixture.callAsAdministrator(UserEndSessions.self, .init(phone: phone))
            case .cancelHold:
                _ = try await fixture.callAsAdministrator(
                    UserCancelHold.self, .init(deviceIds: [two.tablet.device], phone: phone))
            case .removeOpener:
                _ = try await fixture.callAsAdministrator(
                    UserRemoveDevice.self, .init(deviceId: two.phone.device, phone: phone))
            case .removeSuspended:
                _ = try await fixture.callAsAdministrator(
                    UserRemoveDevice.self, .init(deviceId: two.tablet.device, phone: phone))
            case .admitSuspended:
                let waiting = try #require(two.tablet.session)
                _ = try await fixture.callAsAdministrator(
                    UserAdmit.self,
                    .init(sessionId: waiting.sessionId, digits: try #require(waiting.digits), phone: phone))
            }
        }
    }

    private static func suspended() async throws -> TwoDevices {
        let two = try await TwoDevices()
        let message = try await two.phone.message(two.fixture)
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: message))
        try await two.tablet.login(two.fixture)
        return two
    }

    @Test(arguments: [
        (Act.cancelHold, ["phone", "tablet"], NoticeKind.suspensionCancelled),
        (.removeOpener, [], .suspensionCompleted), (.removeSuspended, ["phone"], .suspensionCompleted),
        (.admitSuspended, ["phone", "tablet"], .suspensionCancelled),
    ])
    func `ends it, and admits the suspended device again only if the act names it`(
        act: Act, admitted: [String], notice: NoticeKind
    ) async throws {
        let two = try await Self.suspended()
        try await act.carryOut(two)
        #expect(try await two.admitted() == admitted)
        #expect(try await two.fixture.count("account_hold", where: "settled_at IS NOT NULL") == 1)
        #expect(try await two.notices().contains(notice))
    }

    @Test func `ends every session, and the suspended device stays out, also with a code by message`() async throws {
        let two = try await Self.suspended()
        try await Act.endSessions.carryOut(two)
        #expect(try await two.admitted() == ["phone"])
        #expect(try await two.fixture.count("account_hold", where: "settled_at IS NULL") == 1)
        #expect(try await !two.notices().contains(.suspensionCancelled))
        #expect(try await two.tablet.login(two.fixture).next == "admit")
        try await two.phone.login(two.fixture)
        #expect(try await two.phone.call(AccountMe.self, Nothing()).heldUntilMs != nil)
    }

    @Test(arguments: [(Act.endSessions, ["phone"]), (.removeOpener, []), (.admitSuspended, ["phone", "tablet"])])
    func `completes one that has run out, which cancels nothing`(act: Act, admitted: [String]) async throws {
        let two = try await Self.suspended()
        two.fixture.clock.advance(by: .hours(72))
        try await two.tablet.login(two.fixture)
        try await act.carryOut(two)
        #expect(try await two.admitted() == admitted)
        #expect(try await two.fixture.count("account_hold") == 0)
        #expect(try await two.notices().contains(.suspensionCompleted))
    }
}

extension TwoDevices {
    /// The names of the admitted devices, in their order.
    fileprivate func admitted() async throws -> [String] {
        let shown = try await fixture.callAsAdministrator(UserShow.self, .init(phone: AuthTestClient.phone))
        return shown.devices.filter(\.isAdmitted).map(\.name).sorted()
    }

    /// The kinds of the account's notices.
    fileprivate func notices() async throws -> [NoticeKind] {
        let account = try #require(phone.session).account
        return try await fixture.store.notices(of: account).map(\.kind)
    }
}
