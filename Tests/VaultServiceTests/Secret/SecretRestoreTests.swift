import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Testing

@Suite struct `secret.restore` {
    @Test func `plays its example: what was trashed is back as it was`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let (params, example) = SecretRestore.example
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await person.push(trash(made, house))
        let answer = try await person.call(SecretRestore.self, params)
        #expect(answer.id == example.id && answer.rev == example.rev && answer.epoch == made.epoch)
        let item = try await person.pull().items.last
        #expect(item?.state == .live && item?.body == SecretAdd.example.params.body && item?.deletedAtMs == nil)
    }

    @Test func `what was deleted comes back with a body, and not without`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        let gone = try await person.call(SecretDelete.self, .init(id: made.id, rev: made.rev))
        var params = SecretRestore.Params(id: made.id, rev: gone.rev)
        let refusal = try await person.refusal(SecretRestore.self, params)
        #expect(refusal?.name == "bodyRefused" && refusal?.data["field"] == "body")
        params.body = ["text": "not of its kind"]
        #expect(try await person.refusal(SecretRestore.self, params)?.name == "bodyRefused")
        params.body = SecretAdd.example.params.body
        params.body?["note"] = .string(String(repeating: "x", count: 65_536))
        #expect(try await person.refusal(SecretRestore.self, params)?.name == "limitReached")
        params.body = SecretAdd.example.params.body
        #expect(try await person.call(SecretRestore.self, params).rev == 3)
    }

    @Test func `another rev conflicts, and what was never there is unknown`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await person.push(trash(made, house))
        #expect(try await person.refusal(SecretRestore.self, .init(id: made.id, rev: 1))?.name == "conflict")
        let unknown = SecretRestore.Params(id: house.id(), rev: 1)
        #expect(try await person.refusal(SecretRestore.self, unknown)?.name == "itemUnknown")
    }

    @Test func `a request id stands for one request`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        let made = try await person.call(SecretAdd.self, SecretAdd.example.params)
        try await person.push(trash(made, house))
        var params = SecretRestore.Params(id: made.id, rev: 2, requestId: house.id())
        let first = try await person.call(SecretRestore.self, params)
        #expect(try await person.call(SecretRestore.self, params) == first)
        params.rev = 3
        #expect(try await person.refusal(SecretRestore.self, params)?.name == "requestIdReused")
    }

    private func trash(_ made: SecretAdd.Answer, _ house: VaultHouse) -> PushOp {
        PushOp(
            opId: house.id(), type: .trash, id: made.id, base: ItemBase(epoch: made.epoch, rev: made.rev),
            knownSeq: made.rev)
    }
}
