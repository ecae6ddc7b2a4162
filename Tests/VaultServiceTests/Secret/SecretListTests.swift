import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `secret.list` {
    @Test(.requirement("K7")) func `plays its example: live items without their bodies`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let (params, example) = SecretList.example
        var gone = person.create("b")
        try await person.push(person.create("a"), gone)
        _ = try await person.call(SecretAdd.self, SecretAdd.example.params)
        let all = try await person.call(SecretList.self, params)
        #expect(all.head == example.head && all.more == example.more && all.secrets.count == 3)
        #expect(all.secrets.contains(example.secrets[0]))
        #expect(all.secrets.allSatisfy { $0.body == nil } && all.secrets.map(\.id) == all.secrets.map(\.id).sorted())
        gone = PushOp(opId: fixture.id(), type: .trash, id: gone.id, knownSeq: 3, force: true)
        try await person.push(gone)
        #expect(try await person.call(SecretList.self, params).secrets.count == 2)
    }

    @Test func `bodies are included if the caller asks for them`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        _ = try await person.call(SecretAdd.self, SecretAdd.example.params)
        let shown = try await person.call(SecretList.self, .init(reveal: true)).secrets
        #expect(shown[0].body == SecretAdd.example.params.body)
    }

    @Test func `a page begins after the given id`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        for text in ["a", "b", "c"] { try await person.push(person.create(text)) }
        let first = try await person.call(SecretList.self, .init(limit: 2))
        #expect(first.secrets.count == 2 && first.more)
        let second = try await person.call(SecretList.self, .init(after: first.secrets.last?.id, limit: 2))
        #expect(second.secrets.count == 1 && !second.more)
    }

    @Test func `a secret that cannot be decrypted is listed with a fault`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"), person.create("b"))
        try await fixture.damageBody(rev: 1)
        let faults = try await person.call(SecretList.self, .init()).secrets.map(\.fault)
        #expect(faults.count == 2 && faults.contains("itemUnreadable") && faults.contains(nil))
    }
}
