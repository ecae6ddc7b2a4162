import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `pin.confirmReset` {
    @Test func `plays its example: another device confirms the PIN, which confirms acts after the 72 hours`()
        async throws
    {
        let (two, _) = try await `pin.requestReset`.person(), fixture = two.fixture
        let due = try #require(try await two.phone.requestReset(fixture).takesEffectAtMs)
        let waiting = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0))
        let own = waiting.events.filter { $0.accountId == two.phone.session?.account }
        #expect(own.last?.approval == .waitingForApproval)
        try await two.tablet.expectSuccess(PINConfirmReset.self, .init())
        try await two.phone.prove(AuthTestClient.newPIN, .unlock)
        #expect(try await two.phone.call(AccountMe.self, Nothing()).approval == .approvedForSyncing)
        #expect(try await fixture.count("pin", where: "counts_from = \(due.ms)") == 1)
        #expect(try await two.phone.noticeKinds().first == .pinReset)
        let approved = try await fixture.asVault(
            RevocationPoll.self, .init(feedEpoch: waiting.feedEpoch, after: waiting.head, waitMs: 0))
        #expect(approved.events.map(\.approval) == [.approvedForSyncing])
    }

    @Test func `the device that made the request needs a recovery code, and with it the PIN counts at once`()
        async throws
    {
        let (two, _) = try await `pin.requestReset`.person(), fixture = two.fixture
        try await two.phone.requestReset(fixture)
        try await two.phone.expectRefused(.confirmationRequired, PINConfirmReset.self, .init())
        try await two.phone.expectRefused(
            .recoveryCodeWrong, PINConfirmReset.self, .init(recoveryCode: .wrong))
        #expect(try await fixture.count("pending_pin") == 1)
        let once = PINConfirmReset.Params(recoveryCode: two.codes[0], requestId: fixture.random.id())
        for _ in 0..<2 { try await two.phone.expectSuccess(PINConfirmReset.self, once) }
        try await two.phone.expectRefused(
            .requestIdReused, PINConfirmReset.self, .init(recoveryCode: two.codes[1], requestId: once.requestId))
        try await two.phone.makeCodes(two.phone.confirmation(AuthTestClient.newPIN))
        try await two.phone.expectRefused(.pinResetUnknown, PINConfirmReset.self, .init())
        #expect(try await two.phone.call(AccountMe.self, Nothing()).recoveryCodesLeft == 10)
    }

    @Test func `a recovery code that does not count yet confirms nothing`() async throws {
        let (two, _) = try await `pin.requestReset`.person(), fixture = two.fixture
        let new = try await two.phone.makeCodes(two.phone.message(fixture, .recoveryCodes))
        try await two.phone.requestReset(fixture)
        try await two.phone.expectRefused(
            .recoveryCodeTooNew, PINConfirmReset.self, .init(recoveryCode: new[0]))
        #expect(try await fixture.count("pending_pin") == 1)
    }

    @Test func `wrong recovery codes are counted as elsewhere`() async throws {
        let (two, _) = try await `pin.requestReset`.person(), fixture = two.fixture, phone = two.phone
        try await phone.requestReset(fixture)
        let wrong = PINConfirmReset.Params(recoveryCode: .wrong)
        for _ in 0..<5 { try await phone.expectRefused(.recoveryCodeWrong, PINConfirmReset.self, wrong) }
        try await phone.expectRefused(.tooManyAttempts, PINConfirmReset.self, .init(recoveryCode: two.codes[0]))
        try await phone.prove()
        for _ in 0..<5 { try await phone.expectRefused(.recoveryCodeWrong, PINConfirmReset.self, wrong) }
        try await phone.prove()
        try await phone.expectRefused(.codeWait, PINConfirmReset.self, .init(recoveryCode: two.codes[0]))
        #expect(try await fixture.count("pending_pin") == 1)
    }

    @Test func `where operators approve, neither another device nor a recovery code nor time does it`() async throws {
        let (two, _) = try await `pin.requestReset`.person(group: "fieldwork"), fixture = two.fixture
        try await two.phone.requestReset(fixture)
        try await two.tablet.expectRefused(.waitingForApproval, PINConfirmReset.self, .init())
        try await two.tablet.expectRefused(
            .waitingForApproval, PINConfirmReset.self, .init(recoveryCode: two.codes[0]))
        fixture.clock.advance(by: .days(4))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await fixture.count("pending_pin") == 1)
        #expect(try await fixture.count("recovery_code", where: "used_at IS NOT NULL") == 0)
    }

    @Test func `it is refused while a device is suspended`() async throws {
        let (two, _) = try await `pin.requestReset`.person(), fixture = two.fixture, third = fixture.client("third")
        try await third.login(fixture)
        try await two.phone.admit(third, confirmation: two.phone.confirmation())
        try await two.phone.requestReset(fixture)
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: third.device, confirmation: two.phone.message(fixture)))
        for code in [nil, two.codes[0]] {
            try await two.tablet.expectRefused(.changesHeld, PINConfirmReset.self, .init(recoveryCode: code))
        }
        #expect(try await fixture.count("pending_pin") == 1)
    }

    @Test func `of a confirmation and a cancellation at once one takes effect`() async throws {
        let (two, _) = try await `pin.requestReset`.person(), fixture = two.fixture
        for _ in 0..<4 {
            try await two.phone.requestReset(fixture)
            let answers = try await fixture.parallel(2) { index in
                index == 0
                    ? try await two.tablet.refusal(PINConfirmReset.self, .init())?.name
                    : try await two.phone.refusal(PINCancelReset.self, .init())?.name
            }
            #expect(answers.filter { $0 == nil }.count == 1)
            #expect(answers.filter { $0 == "pinResetUnknown" }.count == 1)
            #expect(try await two.phone.call(AccountMe.self, Nothing()).approval == .approvedForSyncing)
        }
    }
}
