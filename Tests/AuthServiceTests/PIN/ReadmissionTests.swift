import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

/// The only device of a person, whose wrong PINs have blocked the account, and which has registered again.
@Suite struct `The only device of an account that it has blocked` {
    private static func registeredAgain(
        group: String = "home"
    ) async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient, codes: [RecoveryCode], due: Instant) {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client("phone")
        if group == AuthServiceFixture.withPIN { try await fixture.createGroup(approval: .automatic) }
        try await phone.register(fixture, group: group)
        if group == AuthServiceFixture.withPIN {
            try await phone.enrol()
            try await phone.refresh()
        }
        let codes = try await phone.makeCodes()
        if group != AuthServiceFixture.withPIN { try await phone.enrol() }
        for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111") }
        try await phone.expectRefused(.blocked, proving: "111111")
        let (challenge, code) = try await phone.start(fixture, group: group)
        let answer = try await phone.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        phone.session = answer.session
        #expect(answer.next == "admit")
        return (fixture, phone, codes, fixture.clock.now + .hours(72))
    }

    private static func sweep(_ fixture: AuthServiceFixture, at time: Instant) async throws {
        fixture.clock.set(time)
        try await fixture.store.sweep(at: time)
    }

    @Test(arguments: [Duration.milliseconds(1), .zero])
    func `is admitted again after 72 hours, in its waiting session, and may sync`(early: Duration) async throws {
        let (fixture, phone, _, due) = try await Self.registeredAgain()
        try await Self.sweep(fixture, at: due - early)
        try await phone.refresh()
        let status = try await phone.call(SessionStatus.self, Nothing())
        #expect(status.scope.contains(Open(.unproven)) == (early > .zero))
        guard early == .zero else { return }
        #expect(status.approval == .approvedForSyncing)
        #expect(try await phone.noticeKinds().prefix(3) == [.deviceAdmitted, .deviceWaiting, .readmissionScheduled])
        #expect(try await fixture.count("delayed_act") == 0)
    }

    @Test func `is admitted again without a session, and makes a PIN first where the group requires one`() async throws
    {
        let (fixture, phone, _, due) = try await Self.registeredAgain()
        try await phone.expectSuccess(SessionLogout.self, .init())
        try await Self.sweep(fixture, at: due)
        #expect(try await phone.login(fixture).next == nil)

        let (other, device, _, later) = try await Self.registeredAgain(group: AuthServiceFixture.withPIN)
        try await Self.sweep(other, at: later)
        try await device.refresh()
        #expect(try #require(device.session).scope == [Open(.pinRequired)])
        try await device.enrol("228833")
        try await device.refresh()
        #expect(try await device.isIn())
    }

    @Test func `stays out if another device was admitted meanwhile`() async throws {
        let (fixture, phone, codes, due) = try await Self.registeredAgain(), other = fixture.client("other")
        fixture.clock.advance(by: .seconds(61))
        try await other.logInWithRecoveryCode(fixture, codes[0])
        #expect(try await other.noticeKinds().contains(.readmissionScheduled))
        try await Self.sweep(fixture, at: due)
        #expect(try await phone.login(fixture).next == "admit")
    }

    @Test func `stays out if another device was admitted and removed again`() async throws {
        let (fixture, phone, codes, due) = try await Self.registeredAgain(), other = fixture.client("other")
        fixture.clock.advance(by: .seconds(61))
        try await other.logInWithRecoveryCode(fixture, codes[0])
        _ = try await fixture.callAsAdministrator(
            UserRemoveDevice.self, .init(deviceId: other.device, phone: AuthTestClient.phone))
        try await Self.sweep(fixture, at: due)
        #expect(try await phone.login(fixture).next == "admit")
    }

    @Test func `stays out if the administrator removes it before, or has removed it before it registered again`()
        async throws
    {
        let (fixture, phone, _, due) = try await Self.registeredAgain()
        _ = try await fixture.callAsAdministrator(
            UserRemoveDevice.self, .init(deviceId: phone.device, phone: AuthTestClient.phone))
        #expect(try await fixture.count("delayed_act") == 0)
        try await Self.sweep(fixture, at: due)
        #expect(try await phone.login(fixture).next == "admit")

        let other = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, device = other.client("device")
        try await device.register(other, group: "home")
        try await device.enrol()
        for _ in 0..<2 { try await device.expectRefused(.pinWrong, proving: "111111") }
        try await device.expectRefused(.blocked, proving: "111111")
        _ = try await other.callAsAdministrator(
            UserRemoveDevice.self, .init(deviceId: device.device, phone: AuthTestClient.phone))
        try await device.registerAgain(other, group: "home")
        #expect(try await other.count("delayed_act") == 0)
    }

    @Test func `is admitted also if its session still waits for a PIN, and ends`() async throws {
        let (fixture, phone, _, due) = try await Self.registeredAgain(group: AuthServiceFixture.withPIN)
        try await Self.sweep(fixture, at: due)
        try await phone.refresh()
        try await phone.expectSuccess(SessionLogout.self, .init())
        #expect(try await phone.login(fixture).next == "createPIN")
    }

    @Test func `a stranger who registers the number again changes nothing of it`() async throws {
        let (fixture, phone, _, due) = try await Self.registeredAgain(), thief = fixture.client("thief")
        fixture.clock.advance(by: .seconds(61))
        try await thief.registerAgain(fixture, group: "home")
        try await Self.sweep(fixture, at: due)
        #expect(try await thief.login(fixture).next == "admit")
        #expect(try await phone.login(fixture).next == nil)
    }

    @Test func `meanwhile nobody gets a new account on the number, because the person may return`() async throws {
        let (fixture, phone, _, due) = try await Self.registeredAgain(), stranger = fixture.client("stranger")
        fixture.clock.advance(by: .seconds(61))
        try await stranger.login(fixture)
        for device in [phone, stranger] {
            try await device.expectRefused(.startEmptyRefused, AccountStartEmpty.self, Nothing())
        }
        try await Self.sweep(fixture, at: due)
        #expect(try await phone.login(fixture).next == nil)
    }

    @Test(arguments: [Duration.milliseconds(1), .zero])
    func `in an older copy of the database waits 72 hours again`(early: Duration) async throws {
        let (fixture, phone, _, due) = try await Self.registeredAgain(), begun = due - .hours(1)
        _ = try await fixture.database.write {
            try $0.run(
                Statement("INSERT INTO older_copy (generation, begun_at) VALUES (0, $1)", .instant(begun)))
        }
        try await Self.sweep(fixture, at: begun + .hours(72) - early)
        #expect(try await phone.login(fixture).next == (early == .zero ? nil : "admit"))
    }
}
