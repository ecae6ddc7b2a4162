import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Synchronization
import Testing
import VaultService

/// What has been seen is trusted for 1.5 s from when the answered poll was sent (OPERATE.md).
@Suite struct LeaseTests {
    @Test func `inside the lease a session already seen costs no call to auth`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        for _ in 0..<5 { #expect(try await person.fault() == nil) }
        #expect(house.auth.introspections == 1)
        house.clock.advance(by: .milliseconds(1500))
        house.auth.cut()
        #expect(try await person.fault() == nil)
        house.clock.advance(by: .milliseconds(1))
        #expect(try await person.fault() == "unavailable")
    }

    @Test func `outside the lease auth is asked each time`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        #expect(try await person.fault() == nil)
        house.clock.advance(by: .milliseconds(1501))
        #expect(try await person.fault() == nil)
        #expect(try await person.fault() == nil)
        #expect(house.auth.introspections == 3)
        house.auth.stand(person.session, ended: "sessionRevoked")
        #expect(try await person.fault() == "sessionRevoked")
    }

    @Test func `the lease counts from when the poll was sent, not from its answer`() async throws {
        let house = try await VaultHouse(isFollowing: false)
        let person = house.person()
        house.auth.whilePolling.withLock { $0 = { house.clock.advance(by: .milliseconds(1000)) } }
        try await house.vault.followOnce()
        #expect(house.vault.leaseAge == .milliseconds(1000))
        #expect(try await person.fault() == nil)
        house.auth.cut()
        house.clock.advance(by: .milliseconds(500))
        #expect(try await person.fault() == nil)
        house.clock.advance(by: .milliseconds(1))
        #expect(try await person.fault() == "unavailable")
    }

    @Test func `a poll that was answered too late gives no lease`() async throws {
        let house = try await VaultHouse(isFollowing: false)
        house.auth.whilePolling.withLock { $0 = { house.clock.advance(by: .seconds(30)) } }
        try await house.vault.followOnce()
        let person = house.person()
        #expect(try await person.fault() == nil)
        #expect(try await person.fault() == nil)
        #expect(house.auth.introspections == 2)
    }

    @Test func `a push whose lease ends before its commit stores nothing`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        #expect(try await person.fault() == nil)
        let op = person.create("late")
        house.database.beforeNextWrite { house.clock.advance(by: .milliseconds(1501)) }
        #expect(try await person.refusal(VaultPush.self, .init(ops: [op]))?.name == "unavailable")
        try await house.vault.followOnce()
        #expect(try await person.pull().items.isEmpty)
        #expect(try await person.push(op).first?.outcome == .applied)
    }

    @Test func `a push revoked before its commit stores nothing`() async throws {
        let house = try await VaultHouse()
        let (person, other) = (house.person(), house.person())
        #expect(try await person.fault() == nil)
        #expect(try await other.fault() == nil)
        house.auth.tell(person.account, person.session, ended: "sessionRevoked")
        house.database.beforeNextWrite { try await house.vault.followOnce() }
        #expect(try await person.refusal(VaultPush.self, .init(ops: [person.create("late")]))?.name == "sessionRevoked")
        #expect(try await other.fault() == nil)
        let successor = house.person(person.account)
        #expect(try await successor.pull().items.isEmpty)
    }

    @Test func `what auth said outside the lease is good for as long as a lease`() async throws {
        let house = try await VaultHouse(isFollowing: false)
        let person = house.person()
        house.database.beforeNextWrite { house.clock.advance(by: .milliseconds(1501)) }
        #expect(try await person.refusal(VaultPush.self, .init(ops: [person.create("late")]))?.name == "unavailable")
        #expect(try await person.push(person.create("in time")).first?.outcome == .applied)
        #expect(try await person.pull().items.count == 1)
    }

    @Test func `relaxed reads go on without auth until the token ends, writes do not`() async throws {
        let house = try await VaultHouse { $0.hasRelaxedReads = true }
        let (person, stranger) = (house.person(), house.person())
        let token = try person.token()
        #expect(try await person.fault(token: token) == nil)
        #expect(try await stranger.refusal(VaultInfo.self, Nothing(), token: token) == nil)
        house.auth.cut()
        house.clock.advance(by: .seconds(200))
        #expect(try await person.fault(token: token) == nil)
        let push = try await person.refusal(VaultPush.self, .init(ops: [person.create("x")]), token: token)
        #expect(push?.name == "unavailable")
        #expect(try await stranger.fault() == "unavailable")
        house.clock.advance(by: .seconds(131))
        #expect(try await person.fault(token: token) == "unavailable")
    }

    @Test func `an ended session stays ended without auth`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        house.auth.stand(person.session, ended: "deviceRevoked")
        #expect(try await person.fault() == "deviceRevoked")
        house.auth.cut()
        house.clock.advance(by: .seconds(60))
        #expect(try await person.fault() == "deviceRevoked")
    }
}
