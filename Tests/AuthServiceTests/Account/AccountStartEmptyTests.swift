import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

@Suite struct `account.startEmpty` {
    /// A person whose phone was used 30 days ago, and the next owner of their number, whose session is unproven.
    private static func recycled(
        group: String = "home", unused: Duration = .days(30)
    ) async throws -> (fixture: AuthServiceFixture, former: AuthTestClient, new: AuthTestClient) {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let former = fixture.client("former"), new = fixture.client("new")
        let registered = fixture.clock.now
        try await former.register(fixture, group: group)
        try await former.enrol()
        try await former.refresh()
        let lastUse = fixture.clock.now
        #expect(lastUse > registered)
        fixture.clock.set(lastUse + unused)
        try await new.login(fixture)
        fixture.clock.set(lastUse + unused)
        return (fixture, former, new)
    }

    private static func sweep(_ fixture: AuthServiceFixture, at time: Instant) async throws {
        fixture.clock.set(time)
        try await fixture.store.sweep(at: time)
    }

    @Test(arguments: [Duration.milliseconds(1), .zero])
    func `plays its example: after 72 hours the next login opens a new account, and the former one keeps its devices`(
        early: Duration
    ) async throws {
        let (fixture, former, new) = try await Self.recycled()
        let answer = try await new.call(AccountStartEmpty.self, Nothing())
        #expect(answer.takesEffectAtMs == fixture.clock.now + .hours(72))
        #expect(try await new.call(AccountStartEmpty.self, Nothing()) == answer)
        try await Self.sweep(fixture, at: answer.takesEffectAtMs - early)
        if early == .zero {
            let waiting = try #require(new.session?.refreshToken)
            try await new.expectRefused(.loginRequired, SessionRefresh.self, .init(refreshToken: waiting))
        }
        let login = try await new.login(fixture)
        guard early == .zero else { return #expect(login.next != nil) }
        #expect(login.next == nil && login.session.approval == .approvedForSyncing)
        #expect(login.session.accountId != former.session?.accountId)
        #expect(try await new.call(AccountMe.self, Nothing()).phone == AuthTestClient.phone)

        try await former.prove()
        let me = try await former.call(AccountMe.self, Nothing())
        #expect(me.phone == nil && me.accountId != login.session.accountId)
        #expect(try await former.noticeKinds().prefix(2) == [.numberTaken, .newAccountRequested])
        let params = try await former.phoneChange(fixture, former.confirmation())
        #expect(try await former.call(AccountChangePhone.self, params) == .init())
        #expect(try await former.call(AccountMe.self, Nothing()).phone == AuthTestClient.otherPhone)
    }

    @Test(arguments: [(Duration.days(30) - .milliseconds(1), true), (.days(30), false)])
    func `is refused while an admitted device was used within 30 days`(unused: Duration, isRefused: Bool) async throws {
        let (_, _, new) = try await Self.recycled(unused: unused)
        let fault = try await new.refusal(AccountStartEmpty.self, Nothing())
        #expect(fault?.name == (isRefused ? "startEmptyRefused" : nil))
    }

    @Test func `any use of an admitted device before the time is over stops it`() async throws {
        let (fixture, former, new) = try await Self.recycled()
        let due = try await new.call(AccountStartEmpty.self, Nothing()).takesEffectAtMs
        fixture.clock.advance(by: .hours(71))
        try await former.prove()
        #expect(try await former.noticeKinds().contains(.newAccountRequested))
        try await Self.sweep(fixture, at: due)
        #expect(try await new.login(fixture).next == "provePIN")
        try await former.refresh()
        #expect(try await former.call(AccountMe.self, Nothing()).phone == AuthTestClient.phone)
        #expect(try await fixture.count("delayed_act") == 0)
        try await new.expectRefused(.startEmptyRefused, AccountStartEmpty.self, Nothing())
    }

    @Test func `where operators approve, of operators, and in a full session it is refused`() async throws {
        let (_, former, new) = try await Self.recycled(group: "fieldwork")
        try await new.expectRefused(.startEmptyRefused, AccountStartEmpty.self, Nothing())
        try await former.prove()
        try await former.expectRefused(.startEmptyRefused, AccountStartEmpty.self, Nothing())
    }

    @Test func `another device does not put a request off`() async throws {
        let (fixture, _, new) = try await Self.recycled(), other = fixture.client("other")
        let due = try await new.call(AccountStartEmpty.self, Nothing()).takesEffectAtMs
        fixture.clock.advance(by: .hours(1))
        try await other.login(fixture)
        try await other.expectRefused(.startEmptyRefused, AccountStartEmpty.self, Nothing())
        try await Self.sweep(fixture, at: due)
        #expect(try await new.login(fixture).next == nil)
        #expect(try await other.login(fixture).next == "admit")
    }

    @Test func `the former account is deleted after 90 days without use, and the new one stays`() async throws {
        let (fixture, former, new, lastUse) = try await Self.withoutNumber()
        try await new.login(fixture)
        try await fixture.auth.deleteAbandonedAccounts(at: lastUse + .days(90))
        #expect(try await fixture.count("account") == 2)
        try await fixture.auth.deleteAbandonedAccounts(at: lastUse + .days(90) + .milliseconds(1))
        #expect(try await fixture.count("account") == 1)
        #expect(try await fixture.count("outbox", where: "kind = 'purge'") == 1)
        try await former.expectRefused(
            .pinUnknown, PINChallenge.self, .init(purpose: .login, accountId: former.session!.account))
    }

    /// The device of an account whose number has gone to a new one, the device of the new one, and the last use of the former
    /// account.
    private static func withoutNumber() async throws -> (
        fixture: AuthServiceFixture, former: AuthTestClient, new: AuthTestClient, lastUse: Instant
    ) {
        let (fixture, former, new) = try await Self.recycled()
        let due = try await new.call(AccountStartEmpty.self, Nothing()).takesEffectAtMs
        try await Self.sweep(fixture, at: due)
        let lastUse = try #require(
            try await fixture.database.select(
                Statement(
                    "SELECT MAX(last_used) FROM device d WHERE d.account = $1", .identifier(former.session!.account))
            ).first
        ).instant(0)
        return (fixture, former, new, lastUse)
    }

    @Test(arguments: [(Duration.zero, 2), (.milliseconds(1), 1)])
    func `in an older copy of the database, which holds no later use, no account is deleted for 90 days`(
        late: Duration, left: Int
    ) async throws {
        let (fixture, _, _, lastUse) = try await Self.withoutNumber(), begun = lastUse + .days(89)
        _ = try await fixture.database.write {
            try $0.run(Statement("INSERT INTO older_copy (generation, begun_at) VALUES (0, $1)", .instant(begun)))
        }
        try await fixture.auth.deleteAbandonedAccounts(at: begun + .days(90) + late)
        #expect(try await fixture.count("account") == left)
    }

    @Test func `an account that was used or got a number after it was found abandoned is not deleted`() async throws {
        let (fixture, former, _, lastUse) = try await Self.withoutNumber(),
            late = lastUse + .days(90) + .milliseconds(1)
        let id = former.session!.account
        #expect(try await fixture.store.abandonedAccounts(limit: 100, at: late) == [id])
        let account = try #require(try await fixture.store.account(id))
        func delete() async throws -> AccountDeletion.Outcome {
            try await fixture.store.commitDeletion(
                try RegistrationView(registration: nil, account: account).transition(on: .delete), deleting: id,
                in: account.state,
                by: AccountDeletion(
                    record: fixture.auth.deletionRecord(of: id), purge: fixture.auth.purgeEntry(for: id)),
                confirmedBy: .decision(by: .administrator, reason: nil), ifAbandonedAt: late, at: late)
        }
        fixture.clock.set(late)
        try await former.prove()
        #expect(try await delete() == .stateChanged)
        _ = try await fixture.database.write { try $0.run(Statement("UPDATE device SET last_used = 0")) }
        let params = try await former.phoneChange(fixture, former.confirmation())
        #expect(try await former.call(AccountChangePhone.self, params) == .init())
        _ = try await fixture.database.write { try $0.run(Statement("UPDATE device SET last_used = 0")) }
        #expect(try await delete() == .stateChanged)
        #expect(try await fixture.count("account") == 2)
    }
}
