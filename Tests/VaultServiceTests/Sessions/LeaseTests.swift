import Contracts
import Domain
import JSONRPC
import Logging
import Primitives
import Support
import Synchronization
import Testing
import VaultService

/// The session cache is trusted for 1.5 s from the sending of the last answered poll.
@Suite struct LeaseTests {
    @Test func `inside the lease a session already seen costs no call to auth`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        for _ in 0..<5 { try await person.expectAdmitted() }
        #expect(fixture.auth.introspections == 1 && fixture.counted("vault_introspections_total") == 1)
        fixture.clock.advance(by: .milliseconds(1500))
        fixture.auth.makeUnreachable()
        try await person.expectAdmitted()
        fixture.clock.advance(by: .milliseconds(1))
        try await person.expectRefused(.unavailable)
    }

    @Test func `before the first poll there is no lease, so an expired token is answered unavailable`() async throws {
        let fixture = try await VaultFixture(isFollowing: false)
        let person = fixture.person()
        let token = try person.token()
        fixture.clock.advance(by: .seconds(331))
        try await person.expectRefused(.unavailable, token: token)
    }

    @Test func `without a lease each call is introspected`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        fixture.clock.advance(by: .milliseconds(1501))
        try await person.expectAdmitted()
        try await person.expectAdmitted()
        #expect(fixture.auth.introspections == 3)
        fixture.auth.setSession(person.session, ended: "sessionRevoked")
        try await person.expectRefused(.sessionRevoked)
    }

    @Test func `calls of two sessions of one account are introspected each for itself`() async throws {
        let fixture = try await VaultFixture(isFollowing: false)
        let live = fixture.person(), ended = fixture.person(live.account)
        fixture.auth.setSession(ended.session, ended: "sessionRevoked")
        let mayAnswer = Latch()
        fixture.auth.whileIntrospecting.withLock { $0 = { await mayAnswer.wait() } }
        async let first: Void = live.expectAdmitted()
        try await waitUntil { fixture.auth.introspections == 1 }
        async let second: Void = ended.expectRefused(.sessionRevoked)
        try? await waitUntil { fixture.auth.introspections == 2 }
        mayAnswer.open()
        _ = try await (first, second)
        #expect(fixture.auth.introspections == 2)
    }

    @Test(arguments: [(1500, true), (1501, false)])
    func `without a lease an introspection is valid for 1.5 s from when it was sent`(ms: Int, isAdmitted: Bool)
        async throws
    {
        let fixture = try await VaultFixture(isFollowing: false)
        let person = fixture.person()
        fixture.auth.whileIntrospecting.withLock { $0 = { fixture.clock.advance(by: .milliseconds(ms)) } }
        if isAdmitted { try await person.expectAdmitted() } else { try await person.expectRefused(.unavailable) }
    }

    @Test(arguments: [true, false])
    func `the lease counts from when the poll was sent, not from its answer`(isFirstPoll: Bool) async throws {
        let fixture = try await VaultFixture(isFollowing: !isFirstPoll)
        let person = fixture.person()
        fixture.auth.whilePolling.withLock { $0 = { fixture.clock.advance(by: .milliseconds(1000)) } }
        try await fixture.vault.followOnce()
        #expect(fixture.vault.leaseAge == .milliseconds(1000))
        try await person.expectAdmitted()
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .milliseconds(500))
        try await person.expectAdmitted()
        fixture.clock.advance(by: .milliseconds(1))
        try await person.expectRefused(.unavailable)
    }

    @Test(arguments: [Duration.hours(1), .hours(-1)], [(1500, true), (1501, false)])
    func `a jump of the wall clock by an hour neither lengthens nor shortens the lease`(
        jump: Duration, end: (milliseconds: Int, isAdmitted: Bool)
    ) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.expectAdmitted()
        fixture.clock.set(fixture.clock.now + jump)
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .milliseconds(end.milliseconds))
        #expect(fixture.vault.leaseAge == .milliseconds(end.milliseconds))
        if end.isAdmitted { try await person.expectAdmitted() } else { try await person.expectRefused(.unavailable) }
    }

    @Test(arguments: [Duration.hours(1), .hours(-1)])
    func `a session revoked while the wall clock is an hour off is refused`(jump: Duration) async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.expectAdmitted()
        fixture.clock.set(fixture.clock.now + jump)
        fixture.auth.appendEvent(person.account, person.session, ended: .sessionRevoked)
        try await fixture.vault.followOnce()
        try await person.expectRefused(.sessionRevoked)
    }

    @Test func `a poll that was answered too late gives no lease`() async throws {
        let fixture = try await VaultFixture(isFollowing: false)
        fixture.auth.whilePolling.withLock { $0 = { fixture.clock.advance(by: .seconds(30)) } }
        try await fixture.vault.followOnce()
        let person = fixture.person()
        try await person.expectAdmitted()
        try await person.expectAdmitted()
        #expect(fixture.auth.introspections == 2)
    }

    @Test func `a push whose lease ends before its commit stores nothing`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        let op = person.create("late")
        fixture.database.beforeNextWrite { fixture.clock.advance(by: .milliseconds(1501)) }
        try await person.expectRefused(.unavailable, VaultPush.self, .init(ops: [op]))
        try await fixture.vault.followOnce()
        #expect(try await person.pull().items.isEmpty)
        #expect(try await person.push(op).first?.outcome == .applied)
    }

    @Test(arguments: [true, false])
    func `a push revoked before its commit stores nothing`(hasLease: Bool) async throws {
        let fixture = try await VaultFixture()
        let (person, other) = (fixture.person(), fixture.person())
        try await person.expectAdmitted()
        try await other.expectAdmitted()
        if !hasLease { fixture.clock.advance(by: .milliseconds(1501)) }
        fixture.database.beforeNextWrite {
            fixture.auth.appendEvent(person.account, person.session, ended: .sessionRevoked)
            try await fixture.vault.followOnce()
        }
        try await person.expectRefused(.sessionRevoked, VaultPush.self, .init(ops: [person.create("late")]))
        try await other.expectAdmitted()
        let successor = fixture.person(person.account)
        #expect(try await successor.pull().items.isEmpty)
    }

    @Test func `a push whose introspection is older than 1.5 s before its commit stores nothing`() async throws {
        let fixture = try await VaultFixture(isFollowing: false)
        let person = fixture.person()
        fixture.database.beforeNextWrite { fixture.clock.advance(by: .milliseconds(1501)) }
        try await person.expectRefused(.unavailable, VaultPush.self, .init(ops: [person.create("late")]))
        #expect(try await person.push(person.create("in time")).first?.outcome == .applied)
        #expect(try await person.pull().items.count == 1)
    }

    /// A cursor that a refused call presents is not recorded.
    @Test(arguments: [(1500, true), (1501, false)])
    func `a call whose introspection is answered after more than 1.5 s is refused before it has an effect`(
        milliseconds: Int, isAdmitted: Bool
    ) async throws {
        let fixture = try await VaultFixture(isFollowing: false), person = fixture.person()
        let params = VaultPull.Params(cursor: try await person.pull().cursor)
        fixture.auth.whileIntrospecting.withLock { $0 = { fixture.clock.advance(by: .milliseconds(milliseconds)) } }
        let refusal = try await person.refusal(VaultPull.self, params)
        #expect(refusal?.name == (isAdmitted ? nil : "unavailable"))
        await fixture.vault.writeAcknowledgements()
        #expect((try await fixture.acknowledgement(of: person.device) != nil) == isAdmitted)
    }

    @Test func `where stale reads are allowed, a cached session reads without auth until its token expires`()
        async throws
    {
        let fixture = try await VaultFixture { $0.allowsStaleReads = true }
        let (person, stranger) = (fixture.person(), fixture.person())
        let token = try person.token()
        try await person.expectAdmitted(token: token)
        try await stranger.expectSuccess(VaultInfo.self, Nothing(), token: token)
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .seconds(200))
        try await person.expectAdmitted(token: token)
        #expect(fixture.log.messages(.notice).count == 1)
        let push = try await person.refusal(VaultPush.self, .init(ops: [person.create("x")]), token: token)
        #expect(push?.name == "unavailable")
        try await stranger.expectRefused(.unavailable)
        fixture.clock.advance(by: .seconds(131))
        try await person.expectRefused(.unavailable, token: token)
    }

    @Test func `where stale reads are allowed, a cached session that may not sync still reads nothing`() async throws {
        let fixture = try await VaultFixture { $0.allowsStaleReads = true }
        let person = fixture.person()
        fixture.auth.setSession(person.session, approval: .waitingForApproval)
        try await person.expectRefused(.waitingForApproval)
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .seconds(60))
        try await person.expectRefused(.waitingForApproval)
        #expect(fixture.log.messages(.notice).isEmpty, "no stale read was begun")
    }

    @Test func `an ended session stays ended while auth is unreachable`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.setSession(person.session, ended: "deviceRevoked")
        try await person.expectRefused(.deviceRevoked)
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .seconds(60))
        try await person.expectRefused(.deviceRevoked)
    }
}
