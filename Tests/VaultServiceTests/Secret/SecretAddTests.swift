import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultStore

@Suite struct `secret.add` {
    @Test func `plays its example: the item is stored`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"), person.create("b"))
        let (params, example) = SecretAdd.example
        let answer = try await person.call(SecretAdd.self, params)
        #expect(answer.id == example.id && answer.rev == example.rev)
        let item = try await person.pull().items.last
        #expect(item?.id == params.id && item?.body == params.body && item?.kind == params.kind)
        #expect(answer.epoch == (try await person.pull().epoch))
    }

    @Test(.requirement("U6")) func `a repeated request adds one item, with one id`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var params = SecretAdd.example.params
        params.id = nil
        params.requestId = fixture.id()
        let first = try await person.call(SecretAdd.self, params)
        #expect(try await person.call(SecretAdd.self, params) == first)
        #expect(try await person.pull().items.count == 1)
        #expect(fixture.counted("vault_operations_total") == 2)
        let other = try await person.onAnotherDevice().call(SecretAdd.self, params)
        #expect(other.id != first.id)
        params.body["issuer"] = "Another"
        try await person.expectRefused(.requestIdReused, SecretAdd.self, params)
        params.requestId = nil
        #expect(try await person.call(SecretAdd.self, params).id != first.id)
    }

    @Test func `an id of another item is a conflict, the id of a deleted item is itemGone`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var params = SecretAdd.example.params
        let made = try await person.call(SecretAdd.self, params)
        #expect(try await person.call(SecretAdd.self, params).rev == made.rev)
        params.body["issuer"] = "Another"
        let conflict = try await person.refusal(SecretAdd.self, params)
        #expect(conflict?.name == "conflict" && conflict?.data["current"]?["rev"] == "1")
        _ = try await person.call(SecretDelete.self, .init(id: made.id, rev: made.rev))
        let gone = try await person.refusal(SecretAdd.self, params)
        #expect(gone?.name == "itemGone" && gone?.data["tombstone"]?["state"] == "deleted")
    }

    @Test(arguments: [
        ("digits", 5 as JSON, "body.digits"), ("secret", "not base32!", "body.secret"),
        ("digits", 9, "body.digits"), ("type", "steam", "body.digits"), ("type", "motp", "body.type"),
        ("issuer", 7, "body.issuer"), ("period", 0, "body.period"),
        ("type", "hotp", "body.counter"), ("algorithm", .null, "body.algorithm"),
    ])
    func `a body that does not fit its kind is refused with the name of the member`(
        member: String, value: JSON, field: String
    ) async throws {
        let fixture = try await VaultFixture()
        var params = SecretAdd.example.params
        params.body[member] = value
        let refusal = try await fixture.person().refusal(SecretAdd.self, params)
        #expect(refusal?.name == "bodyRefused" && refusal?.data["field"] == .string(field))
    }

    @Test(arguments: [
        ("digits", 6 as JSON, "body.digits"), ("period", 60, "body.period"), ("algorithm", "SHA256", "body.algorithm"),
    ])
    func `a Steam entry has 5 characters, SHA1 and 30 seconds, or is refused with the name of the member`(
        member: String, value: JSON, field: String
    ) async throws {
        let fixture = try await VaultFixture()
        var params = SecretAdd.example.params
        params.body["type"] = "steam"
        params.body["digits"] = 5
        params.body[member] = value
        let refusal = try await fixture.person().refusal(SecretAdd.self, params)
        #expect(refusal?.name == "bodyRefused" && refusal?.data["field"] == .string(field))
    }

    @Test func `unknown members are stored, unknown kinds are refused`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var params = SecretAdd.example.params
        params.body["iconOfANewerClient"] = ["colour": "red"]
        _ = try await person.call(SecretAdd.self, params)
        #expect(try await person.pull().items[0].body == params.body)
        params.kind = "novel"
        #expect(try await person.refusal(SecretAdd.self, params)?.data["field"] == "kind")
    }

    @Test func `an item beyond the account's limit is refused with the name of the limit`() async throws {
        var limits = StoreLimits()
        limits.itemsPerAccount = 0
        let fixture = try await VaultFixture(limits: limits)
        let refusal = try await fixture.person().refusal(SecretAdd.self, SecretAdd.example.params)
        #expect(refusal?.name == "limitReached" && refusal?.data["limit"] == "itemsPerAccount")
    }
}
