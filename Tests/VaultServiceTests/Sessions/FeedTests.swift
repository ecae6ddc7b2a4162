import Contracts
import Domain
import JSONRPC
import Logging
import Primitives
import Support
import Synchronization
import Testing
import Tokens
import VaultService

/// Revocation events take effect when the feed is polled; a feed that cannot be continued empties the session cache.
@Suite struct FeedTests {
    @Test func `an event about a session ends that session and no other`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let second = person.onAnotherDevice()
        try await person.expectAdmitted()
        try await second.expectAdmitted()
        fixture.auth.appendEvent(person.account, person.session, ended: .loggedInElsewhere)
        try await fixture.vault.followOnce()
        try await person.expectRefused(.loggedInElsewhere)
        try await second.expectAdmitted()
        #expect(fixture.auth.introspections == 2)
    }

    @Test func `an event about an account counts for all its sessions`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let second = person.onAnotherDevice()
        try await person.expectAdmitted()
        try await second.expectAdmitted()
        fixture.auth.appendEvent(person.account, approval: .disapprovedForSyncing)
        try await fixture.vault.followOnce()
        try await person.expectRefused(.disapprovedForSyncing)
        try await second.expectRefused(.disapprovedForSyncing)
        fixture.auth.appendEvent(person.account, approval: .approvedForSyncing)
        fixture.auth.appendEvent(person.account, tsv: 2)
        try await fixture.vault.followOnce()
        try await person.expectRefused(.sessionRevoked)
        try await second.expectAdmitted(token: second.token(tsv: 2))
    }

    @Test func `an event about its admission lets a device sync`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.setSession(person.session, level: .unproven)
        try await person.expectRefused(.newDeviceProofRequired)
        fixture.auth.appendEvent(person.account, person.session, level: .full)
        try await fixture.vault.followOnce()
        try await person.expectAdmitted()
        #expect(fixture.auth.introspections == 1)
    }

    @Test func `an ended session stays ended with its first reason, whatever later events say`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        fixture.auth.appendEvent(person.account, person.session, ended: .sessionRevoked)
        fixture.auth.appendEvent(person.account, person.session, ended: .loggedInElsewhere, level: .full)
        try await fixture.vault.followOnce()
        try await person.expectRefused(.sessionRevoked)
    }

    @Test func `a session is introspected again if an event overtakes the answer`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.whileIntrospecting.withLock {
            $0 = {
                fixture.auth.whileIntrospecting.withLock { $0 = nil }
                fixture.auth.appendEvent(person.account, person.session, ended: .sessionRevoked)
                fixture.auth.setSession(person.session, ended: "sessionRevoked")
                try? await fixture.vault.followOnce()
            }
        }
        try await person.expectRefused(.sessionRevoked)
        #expect(fixture.auth.introspections == 2)
    }

    @Test func `a session whose answers are overtaken three times is unavailable for 0.1 s`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.whileIntrospecting.withLock {
            $0 = {
                fixture.auth.appendEvent(person.account, approval: .approvedForSyncing)
                try? await fixture.vault.followOnce()
            }
        }
        let refusal = try await person.refusal(VaultInfo.self, Nothing())
        #expect(refusal?.name == "unavailable" && refusal?.retryAfterMs == 100)
        #expect(fixture.auth.introspections == 3)
    }

    @Test func `events that an answer already contains change nothing`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.appendEvent(person.account, approval: .waitingForApproval)
        fixture.auth.appendEvent(person.account, approval: .approvedForSyncing)
        try await person.expectAdmitted()
        fixture.auth.setSession(person.session, approval: .disapprovedForSyncing)
        try await fixture.vault.followOnce()
        try await person.expectAdmitted()
        #expect(fixture.auth.introspections == 1)
    }

    @Test func `32 parallel first calls of one session are introspected less than four times`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let token = try person.token()
        try await fixture.person().expectAdmitted()
        let before = fixture.auth.introspections
        fixture.auth.whileIntrospecting.withLock { $0 = { for _ in 0..<200 { await Task.yield() } } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<32 { group.addTask { try await person.expectAdmitted(token: token) } }
            try await group.waitForAll()
        }
        #expect(fixture.auth.introspections - before < 4)
    }

    @Test func `a feed of another epoch empties the session cache`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        fixture.auth.setSession(person.session, ended: "loginRequired")
        fixture.auth.beginFeed(fixture.id())
        #expect(fixture.log.messages(.warning).isEmpty)
        try await fixture.vault.followOnce()
        #expect(fixture.log.messages(.warning).count == 1)
        try await person.expectRefused(.loginRequired)
        #expect(fixture.auth.introspections == 2)
    }

    @Test func `a floor above the last applied event empties the session cache`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        for _ in 0..<3 { fixture.auth.appendEvent(fixture.id(), tsv: 2) }
        fixture.auth.raiseFloor(to: 2)
        fixture.auth.setSession(person.session, approval: .waitingForApproval)
        try await fixture.vault.followOnce()
        try await person.expectRefused(.waitingForApproval)
    }

    @Test func `a page that does not reach the feed's head gives no lease`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        for _ in 0..<501 { fixture.auth.appendEvent(fixture.id(), tsv: 2) }
        fixture.clock.advance(by: .milliseconds(1501))
        try await fixture.vault.followOnce()
        #expect(fixture.vault.leaseAge == .milliseconds(1501))
        try await fixture.vault.followOnce()
        #expect(fixture.vault.leaseAge == .zero)
        #expect(fixture.auth.polls.map(\.after.value) == [0, 0, 500])
        #expect(fixture.auth.polls.map(\.waitMs) == [0, 700, 700])
    }
}
