import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultStore

@Suite struct `secret.edit` {
    @Test func `plays its example: the content is replaced`() async throws {
        let fixture = try await VaultFixture()
        let (params, example) = SecretEdit.example
        let (person, made) = try await owner(fixture)
        try await person.push(person.create("b"))
        let answer = try await person.call(SecretEdit.self, params)
        #expect(answer.id == example.id && answer.rev == example.rev && answer.epoch == made.epoch)
        #expect(try await person.pull().items.last?.body == params.body)
    }

    @Test func `another rev conflicts, unless it is forced`() async throws {
        let fixture = try await VaultFixture()
        let (person, made) = try await owner(fixture)
        var params = SecretEdit.example.params
        params.rev = 9
        let conflict = try await person.refusal(SecretEdit.self, params)
        #expect(conflict?.name == "conflict" && conflict?.data["current"]?["rev"] == "1")
        params.rev = nil
        try await person.expectRefused(.invalidParams, SecretEdit.self, params)
        params.force = true
        #expect(try await person.call(SecretEdit.self, params).rev.value == made.rev.value + 1)
    }

    @Test func `a repeated forced request edits once`() async throws {
        let fixture = try await VaultFixture()
        let (person, _) = try await owner(fixture)
        var params = SecretEdit.example.params
        params.requestId = fixture.id()
        params.force = true
        let first = try await person.call(SecretEdit.self, params)
        #expect(try await person.call(SecretEdit.self, params) == first)
        params.body["issuer"] = "Another"
        try await person.expectRefused(.requestIdReused, SecretEdit.self, params)
    }

    @Test func `an id without an item is itemUnknown, a deleted item itemGone`() async throws {
        let fixture = try await VaultFixture()
        let (person, made) = try await owner(fixture)
        var params = SecretEdit.example.params
        params.id = fixture.id()
        try await person.expectRefused(.itemUnknown, SecretEdit.self, params)
        _ = try await person.call(SecretDelete.self, .init(id: made.id, rev: made.rev))
        try await person.expectRefused(.itemGone, SecretEdit.self, SecretEdit.example.params)
    }

    @Test func `the body must fit the item's kind and the size limit`() async throws {
        let fixture = try await VaultFixture()
        let (person, _) = try await owner(fixture)
        var params = SecretEdit.example.params
        params.body["digits"] = 5
        try await person.expectRefused(.bodyRefused, SecretEdit.self, params)
        params.body["digits"] = 6
        params.body["note"] = .string(String(repeating: "x", count: 65_536))
        let refusal = try await person.refusal(SecretEdit.self, params)
        #expect(refusal?.name == "limitReached" && refusal?.data["limit"] == "bytesPerBody")
    }

    /// A person who has added the item that the example edits.
    private func owner(_ fixture: VaultFixture) async throws -> (VaultPerson, SecretAdd.Answer) {
        let person = fixture.person()
        var params = SecretAdd.example.params
        params.body["issuer"] = "Before"
        return (person, try await person.call(SecretAdd.self, params))
    }
}
