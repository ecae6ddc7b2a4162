import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

/// What an operator may do with a device that waits to be admitted.
@Suite struct `user.admit by an operator` {
    /// An operator, a person whose phone was used `unused` ago, and a device with their number that waits.
    struct Waiting {
        let fixture: AuthServiceFixture, boss: AuthTestClient, owner: AuthTestClient, tablet: AuthTestClient
        let account: AccountID

        init(group: String = "fieldwork", unused: Duration = .seconds(61)) async throws {
            fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
            (boss, owner) = (fixture.client("boss"), fixture.client("owner"))
            tablet = fixture.client("tablet")
            account = try await owner.register(fixture, group: group).account
            try await owner.enrol()
            let lastUse = fixture.clock.now
            try await owner.refresh()
            fixture.clock.set(lastUse + unused)
            try await boss.becomeOperator(fixture, of: [group])
            try await tablet.login(fixture)
        }

        func params(as person: AdmittedPerson? = nil) throws -> UserAdmit.Params {
            let session = try #require(tablet.session)
            return .init(
                sessionId: session.sessionId, digits: try #require(session.digits), accountId: account, holder: person,
                reason: "came with a passport")
        }

        /// Logs the operator in again.
        func logBossIn() async throws {
            try await boss.login(fixture, "+4915100000001")
            try await boss.passOperatorLogin(#require(boss.authenticator), fixture)
        }

        func sweep(at time: Instant) async throws {
            fixture.clock.set(time)
            try await fixture.store.sweep(at: time)
        }
    }

    @Test func `admits the owner's new device, and records the operator`() async throws {
        let person = try await Waiting(), params = try person.params()
        #expect(try await person.boss.call(UserAdmit.self, params) == .init())
        #expect(try await person.tablet.refresh().accountId == person.account)
        let recorded = try await person.fixture.store.decisions(about: person.account, page: DecisionPage(limit: 10))
            .map(\.decision)
        #expect(
            recorded == [
                Decision(
                    .deviceAdmitted, by: .person(try #require(person.boss.session).account), from: "unproven",
                    to: "full: \(person.tablet.device)", reason: params.reason)
            ])
    }

    @Test func `the third wrong pair of digits ends the waiting session`() async throws {
        let person = try await Waiting()
        for form in [AdmittedPerson.owner, .newPerson, .newPerson] {
            var wrong = try person.params(as: form)
            wrong.digits = wrong.digits == "00" ? "01" : "00"
            try await person.boss.expectRefused(.admissionUnknown, UserAdmit.self, wrong)
        }
        for form in [AdmittedPerson.owner, .newPerson] {
            try await person.boss.expectRefused(.admissionUnknown, UserAdmit.self, person.params(as: form))
        }
        try await person.tablet.expectRefused(.loginRequired, SessionStatus.self, Nothing())
        #expect(try await person.fixture.count("decision", where: "kind = 'newAccountAllowed'") == 0)
    }

    @Test(arguments: [Duration.milliseconds(1), .zero])
    func `allows a new person a new account, on which only the number is, 72 hours later`(early: Duration) async throws
    {
        let person = try await Waiting(unused: .days(31)), fixture = person.fixture
        let params = try person.params(as: .newPerson)
        let answer = try await person.boss.call(UserAdmit.self, params)
        let due = try #require(answer.newAccountAtMs)
        #expect(due == fixture.clock.now + .hours(72))
        #expect(try await person.boss.call(UserAdmit.self, params) == answer)
        let recorded = try await fixture.store.decisions(about: person.account, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .newAccountAllowed, by: .person(try #require(person.boss.session).account),
                    from: "unproven: \(person.tablet.device)", to: "new account", reason: params.reason)
            ])
        try await person.sweep(at: due - early)
        let login = try await person.tablet.login(fixture)
        guard early == .zero else { return #expect(login.session.accountId == nil) }
        #expect(login.session.accountId != person.account && login.session.approval == .waitingForApproval)
        let former = try #require(try await fixture.store.account(person.account))
        #expect(former.phoneIndex == nil && former.group.rawValue == "fieldwork")
        #expect(try await person.tablet.noticeKinds() == [])
        let kinds = try await fixture.store.notices(of: person.account).map(\.kind)
        #expect(kinds.prefix(2) == [.numberTaken, .newAccountRequested])
    }

    @Test func `a use of the owner's device before the 72 hours are over stops the new account`() async throws {
        let person = try await Waiting(unused: .days(20)), fixture = person.fixture
        fixture.clock.advance(by: .days(11))
        try await person.logBossIn()
        try await person.tablet.login(fixture)
        let due = try #require(
            try await person.boss.call(UserAdmit.self, person.params(as: .newPerson)).newAccountAtMs)
        try await person.owner.login(fixture)
        try await person.sweep(at: due)
        #expect(try await fixture.store.account(person.account)?.phoneIndex != nil)
    }

    @Test(arguments: [(Duration.days(30) - .milliseconds(1), true), (.days(30), false)])
    func `a new account is refused while an admitted device was used within 30 days`(
        unused: Duration, isRefused: Bool
    ) async throws {
        let person = try await Waiting(), fixture = person.fixture
        let last = try await fixture.store.devices(of: person.account).filter(\.isAdmitted).map(\.lastUsed).max()
        fixture.clock.set(try #require(last) + unused - .seconds(122))
        try await person.logBossIn()
        try await person.tablet.login(fixture)
        let fault = try await person.boss.refusal(UserAdmit.self, person.params(as: .newPerson))
        #expect(fault?.name == (isRefused ? "startEmptyRefused" : nil))
    }

    @Test func `a request of another device is not replaced`() async throws {
        let person = try await Waiting(unused: .days(31)), fixture = person.fixture
        try await person.boss.expectSuccess(UserAdmit.self, person.params(as: .newPerson))
        let other = fixture.client("other")
        try await other.login(fixture)
        let session = try #require(other.session)
        try await person.boss.expectRefused(
            .startEmptyRefused, UserAdmit.self,
            .init(
                sessionId: session.sessionId, digits: try #require(session.digits), accountId: person.account,
                holder: .newPerson))
    }

    @Test func `a device cannot allow itself a new account where operators decide`() async throws {
        let person = try await Waiting(unused: .days(31))
        try await person.tablet.expectRefused(.startEmptyRefused, AccountStartEmpty.self, Nothing())
    }
}
