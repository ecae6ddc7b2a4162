import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `secret.restore` {
    @Test func `plays its example: a trashed item is live again with its body`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let (params, example) = SecretRestore.example
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await person.push(trash(made, fixture))
        let answer = try await person.call(SecretRestore.self, params)
        #expect(answer.id == example.id && answer.rev == example.rev && answer.epoch == made.epoch)
        let item = try await person.pull().items.last
        #expect(item?.state == .live && item?.body == SecretAdd.example.params.body && item?.deletedAtMs == nil)
    }

    @Test func `a deleted item is restored only with a valid body`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        let gone = try await person.call(SecretDelete.self, .init(id: made.id, rev: made.rev))
        var params = SecretRestore.Params(id: made.id, rev: gone.rev)
        let refusal = try await person.refusal(SecretRestore.self, params)
        #expect(refusal?.name == "bodyRefused" && refusal?.data["field"] == "body")
        params.body = ["text": "not of its kind"]
        try await person.expectRefused(.bodyRefused, SecretRestore.self, params)
        params.body = SecretAdd.example.params.body
        params.body?["note"] = .string(String(repeating: "x", count: 65_536))
        try await person.expectRefused(.limitReached, SecretRestore.self, params)
        params.body = SecretAdd.example.params.body
        #expect(try await person.call(SecretRestore.self, params).rev == 3)
    }

    @Test func `another rev conflicts, and an id without an item is itemUnknown`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await person.push(trash(made, fixture))
        try await person.expectRefused(.conflict, SecretRestore.self, .init(id: made.id, rev: 1))
        let unknown = SecretRestore.Params(id: fixture.id(), rev: 1)
        try await person.expectRefused(.itemUnknown, SecretRestore.self, unknown)
    }

    @Test func `a repeated request gets the first answer, and its id is refused for another request`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await person.push(trash(made, fixture))
        var params = SecretRestore.Params(id: made.id, rev: 2, requestId: fixture.id())
        let first = try await person.call(SecretRestore.self, params)
        #expect(try await person.call(SecretRestore.self, params) == first)
        params.rev = 3
        try await person.expectRefused(.requestIdReused, SecretRestore.self, params)
    }

    private func trash(_ made: SecretAdd.Answer, _ fixture: VaultFixture) -> PushOp {
        PushOp(
            opId: fixture.id(), type: .trash, id: made.id, base: ItemBase(epoch: made.epoch, rev: made.rev),
            knownSeq: made.rev)
    }
}
