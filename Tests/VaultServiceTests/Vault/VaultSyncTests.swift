import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing
import VaultService
import VaultStore

@Suite struct `vault.sync` {
    @Test func `plays its example: pushed, then pulled`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"), person.create("b"))
        let (params, example) = VaultSync.example
        let answer = try await person.call(VaultSync.self, params)
        #expect(answer.results == example.results && answer.head == example.head)
        #expect(answer.items.map(\.rev) == [1, 2, 3] && !answer.more)
        let idle = try await person.call(VaultSync.self, .init(ops: [], cursor: answer.cursor))
        #expect(idle.results.isEmpty && idle.items.isEmpty && idle.cursor == answer.cursor)
        await fixture.vault.writeAcknowledgements()
        #expect(try await fixture.acknowledgement(of: person.device)?.seq == 3)
    }

    @Test func `nothing is pushed if the cursor is refused`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let cursor = try await person.pull().cursor
        try await fixture.beginGeneration()
        let refusal = try await person.refusal(VaultSync.self, .init(ops: [person.create("a")], cursor: cursor))
        #expect(refusal?.name == "resyncRequired")
        #expect(try await person.pull().items.isEmpty)
    }

    @Test func `the limits of a push apply to a sync`() async throws {
        var limits = StoreLimits()
        limits.bytesPerPush = 20
        let fixture = try await VaultFixture(limits: limits)
        let person = fixture.person()
        let params = VaultSync.Params(ops: [person.create("a longer text")])
        try await person.expectRefused(.limitReached, VaultSync.self, params)
    }
}
