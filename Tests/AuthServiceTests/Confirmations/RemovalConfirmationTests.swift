import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

/// The three methods that remove another device, each confirmed in every way.
@Suite struct `Removing another device` {
    enum Way: CaseIterable, Sendable {
        case remove, revoke, forget

        /// Calls the method; nil if it had an effect.
        func refusal(_ two: TwoDevices, _ confirmation: GivenConfirmation?) async throws -> RemoteFault? {
            let target = try #require(two.tablet.session)
            return switch self {
            case .remove:
                try await two.phone.refusal(
                    DeviceRemove.self, .init(deviceId: target.deviceId, confirmation: confirmation))
            case .revoke:
                try await two.phone.refusal(
                    SessionRevoke.self, .init(sessionId: target.sessionId, confirmation: confirmation))
            case .forget:
                try await two.phone.refusal(
                    SessionLogoutEverywhere.self, .init(forgetDevices: true, confirmation: confirmation))
            }
        }
    }

    @Test(.requirement("T11"), arguments: Way.allCases)
    func `is refused without a confirmation, which names the purpose of the code, and changes nothing`(way: Way)
        async throws
    {
        let two = try await TwoDevices(), rows = try await two.fixture.count("notice")
        let fault = try await way.refusal(two, nil)
        #expect(fault?.name == "confirmationRequired" && fault?.data["purpose"] == "removeDevice")
        for device in [two.phone, two.tablet] { #expect(try await device.isIn()) }
        #expect(try await two.fixture.count("notice") == rows)
    }

    @Test(arguments: Way.allCases)
    func `takes effect at once with a recovery code, which is used up`(way: Way) async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        #expect(try await way.refusal(two, two.codes[3].confirmation) == nil)
        let fault = try await two.tablet.refusal(AccountMe.self, Nothing())
        #expect(fault?.name == (way == .remove ? "deviceRevoked" : "sessionRevoked"))
        #expect(try await two.tablet.login(fixture).next == "admit")
        if way == .forget { #expect(try await two.phone.login(fixture).next == nil) }
        let me = try await two.phone.call(AccountMe.self, Nothing())
        #expect(me.recoveryCodesLeft == 9 && me.heldUntilMs == nil)
        #expect(try await two.phone.noticeKinds().contains(.deviceRemoved))
    }

    @Test(arguments: Way.allCases)
    func `suspends with a one-time code, during which a recovery code removes it for good`(way: Way) async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        #expect(try await way.refusal(two, two.phone.message(fixture)) == nil)
        #expect(try await fixture.count("device", where: "suspended = 1") == 1)
        if way == .forget { try await two.phone.login(fixture) }
        let again = DeviceRemove.Params(deviceId: two.tablet.device, confirmation: two.codes[0].confirmation)
        #expect(try await two.phone.call(DeviceRemove.self, again).suspendedUntilMs == nil)
        #expect(try await fixture.count("device", where: "suspended = 1") == 0)
        #expect(try await two.tablet.login(fixture).next == "admit")
    }

    @Test(arguments: Way.allCases)
    func `is refused with wrong, used, too new and foreign codes, and after too many`(way: Way) async throws {
        let two = try await TwoDevices { $0.codeLimits.perChallenge = 2 }, fixture = two.fixture, phone = two.phone
        let message = try await phone.message(fixture),
            new = try await phone.makeCodes(
                phone.message(fixture, .recoveryCodes))
        let tooNew = try await way.refusal(two, new[0].confirmation)
        #expect(tooNew?.name == "recoveryCodeTooNew")
        #expect(try await way.refusal(two, message)?.name == "codeExpired")
        var wrong = try await phone.message(fixture)
        wrong.code = try fixture.wrong(try #require(wrong.code))
        for name in ["codeWrong", "codeWrong", "tooManyAttempts"] {
            #expect(try await way.refusal(two, wrong)?.name == name)
        }
        #expect(try await way.refusal(two, RecoveryCode.wrong.confirmation)?.name == "recoveryCodeWrong")
        #expect(try await way.refusal(two, two.codes[0].confirmation)?.name == "tooManyAttempts")
        #expect(try await two.tablet.isIn())
    }

    @Test(arguments: Way.allCases)
    func `makes the device key wait after wrong codes in a row`(way: Way) async throws {
        let two = try await TwoDevices { $0.codeLimits.inARow = 2 }
        for _ in 0..<2 {
            #expect(try await way.refusal(two, RecoveryCode.wrong.confirmation)?.name == "recoveryCodeWrong")
        }
        #expect(try await way.refusal(two, two.codes[0].confirmation)?.name == "codeWait")
    }

    @Test func `a session that waits to be admitted is ended without a confirmation, also during a hold`() async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, stranger = fixture.client("stranger")
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.phone.message(fixture)))
        let waiting = try await stranger.login(fixture).session
        try await two.phone.expectSuccess(SessionRevoke.self, .init(sessionId: waiting.sessionId))
        try await stranger.expectRefused(.loginRequired, SessionStatus.self, Nothing())
    }

    @Test func `a repeated request that suspended is answered with the same moment`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        let once = DeviceRemove.Params(
            deviceId: two.tablet.device, confirmation: try await two.phone.message(fixture),
            requestId: fixture.random.id())
        let first = try await two.phone.call(DeviceRemove.self, once)
        fixture.clock.advance(by: .minutes(1))
        #expect(try await two.phone.call(DeviceRemove.self, once) == first)
        #expect(first.suspendedUntilMs != nil)
    }
}
