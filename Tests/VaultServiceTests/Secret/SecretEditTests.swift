import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Testing
import VaultStore

@Suite struct `secret.edit` {
    @Test func `plays its example: the content is replaced`() async throws {
        let house = try await VaultHouse()
        let (params, example) = SecretEdit.example
        let (person, made) = try await owner(house)
        try await person.push(person.create("b"))
        let answer = try await person.call(SecretEdit.self, params)
        #expect(answer.id == example.id && answer.rev == example.rev && answer.epoch == made.epoch)
        #expect(try await person.pull().items.last?.body == params.body)
    }

    @Test func `another rev conflicts, unless it is forced`() async throws {
        let house = try await VaultHouse()
        let (person, made) = try await owner(house)
        var params = SecretEdit.example.params
        params.rev = 9
        let conflict = try await person.refusal(SecretEdit.self, params)
        #expect(conflict?.name == "conflict" && conflict?.data["current"]?["rev"] == "1")
        params.rev = nil
        #expect(try await person.refusal(SecretEdit.self, params)?.name == "invalidParams")
        params.force = true
        #expect(try await person.call(SecretEdit.self, params).rev.value == made.rev.value + 1)
    }

    @Test func `a repeated request edits once, a forced one too`() async throws {
        let house = try await VaultHouse()
        let (person, _) = try await owner(house)
        var params = SecretEdit.example.params
        params.requestId = house.id()
        params.force = true
        let first = try await person.call(SecretEdit.self, params)
        #expect(try await person.call(SecretEdit.self, params) == first)
        params.body["issuer"] = "Another"
        #expect(try await person.refusal(SecretEdit.self, params)?.name == "requestIdReused")
    }

    @Test func `what was never there is unknown, what was deleted is gone`() async throws {
        let house = try await VaultHouse()
        let (person, made) = try await owner(house)
        var params = SecretEdit.example.params
        params.id = house.id()
        #expect(try await person.refusal(SecretEdit.self, params)?.name == "itemUnknown")
        _ = try await person.call(SecretDelete.self, .init(id: made.id, rev: made.rev))
        #expect(try await person.refusal(SecretEdit.self, SecretEdit.example.params)?.name == "itemGone")
    }

    @Test func `the body must be of the item's kind, and fit`() async throws {
        let house = try await VaultHouse()
        let (person, _) = try await owner(house)
        var params = SecretEdit.example.params
        params.body["digits"] = 5
        #expect(try await person.refusal(SecretEdit.self, params)?.name == "bodyRefused")
        params.body["digits"] = 6
        params.body["note"] = .string(String(repeating: "x", count: 65_536))
        let refusal = try await person.refusal(SecretEdit.self, params)
        #expect(refusal?.name == "limitReached" && refusal?.data["limit"] == "bytesPerBody")
    }

    private func owner(_ house: VaultHouse) async throws -> (VaultPerson, SecretAdd.Answer) {
        let person = house.person()
        var params = SecretAdd.example.params
        params.body["issuer"] = "Before"
        return (person, try await person.call(SecretAdd.self, params))
    }
}
