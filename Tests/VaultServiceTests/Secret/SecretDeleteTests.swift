import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `secret.delete` {
    @Test func `plays its example: a tombstone is left`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let (params, example) = SecretDelete.example
        _ = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await person.push(person.create("b"))
        let answer = try await person.call(SecretDelete.self, params)
        #expect(answer.id == example.id && answer.rev == example.rev)
        let tombstone = try await person.pull().items.last
        #expect(tombstone?.state == .deleted && tombstone?.body == nil && tombstone?.fault == nil)
        #expect(tombstone?.deletedAtMs == tombstone?.updatedAtMs)
        #expect(try await person.call(SecretDelete.self, params).rev == answer.rev)
    }

    @Test func `another rev conflicts, unless it is forced`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await person.expectRefused(.conflict, SecretDelete.self, .init(id: made.id, rev: 9))
        try await person.expectRefused(.invalidParams, SecretDelete.self, .init(id: made.id))
        #expect(try await person.call(SecretDelete.self, .init(id: made.id, force: true)).rev == 2)
    }

    @Test func `an id without an item is itemUnknown`() async throws {
        let fixture = try await VaultFixture()
        let params = SecretDelete.Params(id: fixture.id(), rev: 1)
        try await fixture.person().expectRefused(.itemUnknown, SecretDelete.self, params)
    }

    @Test func `a repeated request gets the first answer, and its id is refused for another request`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        var params = SecretDelete.Params(id: made.id, rev: made.rev, requestId: fixture.id())
        let first = try await person.call(SecretDelete.self, params)
        #expect(try await person.call(SecretDelete.self, params) == first)
        params.rev = 2
        try await person.expectRefused(.requestIdReused, SecretDelete.self, params)
    }
}
