import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

/// The account of a person whose admitted device has shown three wrong PINs.
@Suite struct `A blocked account` {
    private static func blocked(
        group: String = "home"
    ) async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient, tablet: AuthTestClient) {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client("phone"), tablet = fixture.client("tablet")
        try await phone.register(fixture, group: group)
        try await phone.enrol()
        try await tablet.login(fixture)
        try await tablet.prove()
        for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111") }
        try await phone.expectRefused(.blocked, proving: "111111")
        return (fixture, phone, tablet)
    }

    @Test(.requirement("T10")) func `answers blocked to every device, also to a right code, and no session ends`()
        async throws
    {
        let (fixture, phone, tablet) = try await Self.blocked()
        for client in [phone, tablet] {
            try await client.expectRefused(.blocked, AccountMe.self, Nothing())
            try await client.expectRefused(
                .blocked, PINChallenge.self, .init(purpose: .login, accountId: client.session!.account))
        }
        #expect(try await fixture.count("session", where: "ended IS NULL") == 2)
        let (challenge, code) = try await tablet.requestCode(fixture)
        try await tablet.expectRefused(.blocked, OTPVerify.self, .init(challengeId: challenge, code: code))
        let state = try await phone.call(RegistrationState.self, .init(phone: AuthTestClient.phone))
        #expect(state.state == .blocked)
    }

    @Test(.requirement("R2", "P7")) func `is not left by waiting, by a refresh or by a start alone`() async throws {
        let (fixture, phone, tablet) = try await Self.blocked()
        _ = try await phone.start(fixture, group: "home")
        for _ in 0..<3 {
            fixture.clock.advance(by: .days(1))
            try await fixture.store.sweep(at: fixture.clock.now)
            for client in [phone, tablet] {
                try await client.expectRefused(
                    .blocked, SessionRefresh.self, .init(refreshToken: client.session!.refreshToken))
                try await client.expectRefused(
                    .blocked, PINChallenge.self, .init(purpose: .unlock, accountId: client.session!.account))
            }
        }
        #expect(try await fixture.count("account", where: "state = 'BLOCKED'") == 1)
    }

    @Test func `registered again has no session and no PIN, and its approval waits`() async throws {
        let (fixture, phone, tablet) = try await Self.blocked()
        let answer = try await phone.registerAgain(fixture, group: "home")
        #expect(answer.next == "admit" && answer.state == .registered && answer.session.scope == [Open(.unproven)])
        #expect(try await fixture.count("pin") == 0)
        #expect(try await fixture.count("account", where: "approval = 'waitingForApproval'") == 1)
        try await tablet.expectRefused(.loginRequired, AccountMe.self, Nothing())
    }

    @Test func `registered again withdraws the admission of the device whose PINs were wrong, and of no other`()
        async throws
    {
        let (fixture, phone, tablet) = try await Self.blocked()
        try await phone.registerAgain(fixture, group: "home")
        #expect(try await tablet.login(fixture).next == nil)
        try await tablet.admit(phone)
        #expect(try #require(phone.session).scope.contains(Open(.account)))
    }

    @Test func `in a group that approves automatically is approved again when a device is in, and not before`()
        async throws
    {
        let (fixture, phone, tablet) = try await Self.blocked()
        try await phone.registerAgain(fixture, group: "home")
        #expect(try await fixture.count("account", where: "approval = 'waitingForApproval'") == 1)
        #expect(try await tablet.login(fixture).session.scope.contains(Open(.sync)))
    }

    @Test func `in a group that approves automatically keeps waiting if an operator has decided so`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client("phone"), counter = fixture.client("counter")
        let account = try await phone.register(fixture, group: "home").account
        try await counter.becomeOperator(fixture, of: ["home"])
        _ = try await counter.call(
            ApprovalDecide.self, .init(accountId: account, version: 1, status: .waitingForApproval))
        #expect(try await phone.login(fixture).session.scope == [Open(.account), Open(.family)])
    }

    @Test func `in a group of manual approval waits for an operator`() async throws {
        let (fixture, phone, tablet) = try await Self.blocked(group: "fieldwork")
        _ = try await fixture.database.write { try $0.run(.init("UPDATE account SET approval = 'approvedForSyncing'")) }
        try await phone.registerAgain(fixture)
        #expect(try await tablet.login(fixture).session.scope == [Open(.account)])
    }

    @Test func `registered again from a device that was not to blame keeps that device's admission`() async throws {
        let (fixture, phone, tablet) = try await Self.blocked()
        let answer = try await tablet.registerAgain(fixture, group: "home")
        #expect(answer.next == nil)
        #expect(try await phone.login(fixture).next == "admit")
    }

    @Test func `is taken by nobody who has only the number: their new session is unproven`() async throws {
        let (fixture, _, _) = try await Self.blocked(), thief = fixture.client("thief")
        let answer = try await thief.registerAgain(fixture, group: "home")
        #expect(answer.next == "admit" && answer.session.accountId == nil)
        try await thief.expectRefused(.newDeviceProofRequired, AccountMe.self, Nothing())
        try await thief.expectRefused(
            .pinUnknown, PINChallenge.self, .init(purpose: .enrol, sessionId: answer.session.sessionId))
    }

    @Test func `makes a new PIN of a later generation, with the same unlock share`() async throws {
        let (fixture, phone, tablet) = try await Self.blocked()
        let share = try await fixture.store.unlockShare(of: try #require(phone.session).account)
        try await phone.registerAgain(fixture, group: "home")
        try await tablet.login(fixture)
        let made = try await tablet.enrol("228833", tablet.message(fixture, .makePIN))
        #expect(try await tablet.challenge(.login).pin?.generation == 2)
        #expect(try fixture.auth.opened(#require(share), of: tablet.session!.account) == made.unlockShare)
    }

    @Test func `can be deleted by the administrator, and leaves nothing of the PIN`() async throws {
        let (fixture, _, _) = try await Self.blocked()
        _ = try await fixture.callAsAdministrator(
            UserDelete.self, .init(phone: AuthTestClient.phone, reason: "asked on the phone"))
        for table in ["pin", "pin_challenge", "unlock_share", "account"] {
            #expect(try await fixture.count(table) == 0, "\(table)")
        }
    }
}
