import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Synchronization
import Testing
import Tokens
import VaultService

/// The revocation feed: what it tells counts at once, and what does not fit together is forgotten.
@Suite struct FeedTests {
    @Test func `an event about a session ends that session and no other`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let second = person.onAnotherDevice()
        #expect(try await person.fault() == nil)
        #expect(try await second.fault() == nil)
        house.auth.tell(person.account, person.session, ended: "loggedInElsewhere")
        try await house.vault.followOnce()
        #expect(try await person.fault() == "loggedInElsewhere")
        #expect(try await second.fault() == nil)
        #expect(house.auth.introspections == 2)
    }

    @Test func `an event about an account counts for all its sessions`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let second = person.onAnotherDevice()
        #expect(try await person.fault() == nil)
        #expect(try await second.fault() == nil)
        house.auth.tell(person.account, approval: .disapprovedForSyncing)
        try await house.vault.followOnce()
        #expect(try await person.fault() == "disapprovedForSyncing")
        #expect(try await second.fault() == "disapprovedForSyncing")
        house.auth.tell(person.account, approval: .approvedForSyncing)
        house.auth.tell(person.account, tsv: 2)
        try await house.vault.followOnce()
        #expect(try await person.fault() == "sessionRevoked")
        #expect(try await second.fault(token: second.token(tsv: 2)) == nil)
    }

    @Test func `an admitted device is let in by an event`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        house.auth.stand(person.session, gate: "unproven")
        let token = try person.token(audiences: ["auth"], scope: [.unproven])
        #expect(try await person.fault(token: token) == "newDeviceProofRequired")
        house.auth.tell(person.account, person.session, gate: "full")
        try await house.vault.followOnce()
        #expect(try await person.fault() == nil)
        #expect(house.auth.introspections == 1)
    }

    @Test func `a session does not come back`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        #expect(try await person.fault() == nil)
        house.auth.tell(person.account, person.session, ended: "sessionRevoked")
        house.auth.tell(person.account, person.session, ended: "loggedInElsewhere", gate: "full")
        try await house.vault.followOnce()
        #expect(try await person.fault() == "sessionRevoked")
    }

    @Test func `events after an answer was read make it be asked for again`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        house.auth.whileIntrospecting.withLock {
            $0 = {
                house.auth.whileIntrospecting.withLock { $0 = nil }
                house.auth.tell(person.account, person.session, ended: "sessionRevoked")
                house.auth.stand(person.session, ended: "sessionRevoked")
                try? await house.vault.followOnce()
            }
        }
        #expect(try await person.fault() == "sessionRevoked")
        #expect(house.auth.introspections == 2)
    }

    @Test func `events an answer knew already change nothing`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        house.auth.tell(person.account, approval: .waitingForApproval)
        house.auth.tell(person.account, approval: .approvedForSyncing)
        #expect(try await person.fault() == nil)
        house.auth.stand(person.session, approval: .disapprovedForSyncing)
        try await house.vault.followOnce()
        #expect(try await person.fault() == nil)
        #expect(house.auth.introspections == 1)
    }

    @Test func `32 first calls of one session ask once`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let token = try person.token()
        _ = try await house.person().fault()
        let before = house.auth.introspections
        house.auth.whileIntrospecting.withLock { $0 = { for _ in 0..<200 { await Task.yield() } } }
        let faults = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<32 { group.addTask { try await person.fault(token: token) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(faults.allSatisfy { $0 == nil })
        #expect(house.auth.introspections - before < 4)
    }

    @Test func `another feed makes the vault forget everything and begin at its head`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        #expect(try await person.fault() == nil)
        house.auth.stand(person.session, ended: "loginRequired")
        house.auth.beginFeed(house.id())
        try await house.vault.followOnce()
        #expect(try await person.fault() == "loginRequired")
        #expect(house.auth.introspections == 2)
    }

    @Test func `a floor above what was applied makes the vault forget everything`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        #expect(try await person.fault() == nil)
        for _ in 0..<3 { house.auth.tell(house.id(), tsv: 2) }
        house.auth.raiseFloor(to: 2)
        house.auth.stand(person.session, approval: .waitingForApproval)
        try await house.vault.followOnce()
        #expect(try await person.fault() == "waitingForApproval")
    }

    @Test func `a page that is not the end gives no lease`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        #expect(try await person.fault() == nil)
        for _ in 0..<501 { house.auth.tell(house.id(), tsv: 2) }
        house.clock.advance(by: .milliseconds(1501))
        try await house.vault.followOnce()
        #expect(house.vault.leaseAge == .milliseconds(1501))
        try await house.vault.followOnce()
        #expect(house.vault.leaseAge == .zero)
        #expect(house.auth.polls.map(\.after.value) == [0, 0, 500])
        #expect(house.auth.polls.map(\.waitMs) == [0, 700, 700])
    }
}
