import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

/// Items that a device has encrypted.
@Suite struct OpaqueItemTests {
    private func create(
        _ person: VaultPerson, _ body: JSONObject, id: SecretID? = nil
    ) -> PushOp {
        PushOp(
            opId: person.fixture.id(), type: .create, id: id ?? person.fixture.id(), kind: "opaque", knownSeq: 0,
            body: body)
    }

    private static let tag = "AAECAwQFBgcICQoLDA0ODw"

    @Test(
        arguments: [
            (["ciphertext": "AAEC", "keyVersion": 1], nil),
            (["ciphertext": "AAEC", "keyVersion": 1, "more": true], nil),
            (["ciphertext": "AAEC"], "body.keyVersion"), (["keyVersion": 1], "body.ciphertext"),
            (["ciphertext": "A?", "keyVersion": 1], "body.ciphertext"),
            (["ciphertext": "AAEC", "keyVersion": 0], "body.keyVersion"),
            (["ciphertext": "AAEC", "keyVersion": 1, "clientTag": "short"], "body.clientTag"),
            (["ciphertext": "AAEC", "keyVersion": 1, "clientTag": "?AECAwQFBgcICQoLDA0ODw"], "body.clientTag"),
        ] as [(JSONObject, String?)]) func `its body is a ciphertext with the version of its key`(
            body: JSONObject, field: String?
        ) async throws
    {
        let person = try await VaultFixture().person()
        let result = try await person.push(create(person, body))[0]
        #expect(result.outcome == (field == nil ? .applied : .rejected) && result.field == field)
    }

    @Test func `a ciphertext of 65 000 characters is stored, and one more is refused`() async throws {
        let person = try await VaultFixture().person()
        for (count, outcome) in [(65_000, OpOutcome.applied), (65_001, .rejected)] {
            let text = String(repeating: "A", count: count)
            let result = try await person.push(create(person, ["ciphertext": .string(text), "keyVersion": 1]))[0]
            #expect(result.outcome == outcome, "\(result)")
        }
    }

    @Test func `one that is encrypted again is the same content by its tag, unless its key is another`() async throws {
        let person = try await VaultFixture().person(), id: SecretID = person.fixture.id()
        func body(_ ciphertext: String, _ version: Int = 1, tag: String? = Self.tag) -> JSONObject {
            var body: JSONObject = ["ciphertext": .string(ciphertext), "keyVersion": .number(JSONNumber(version))]
            body["clientTag"] = tag.map { .string($0) }
            return body
        }
        let outcomes = try await person.push(
            create(person, body("AAEC"), id: id), create(person, body("AwQF"), id: id),
            create(person, body("AwQF", 2), id: id), create(person, body("AAEC", tag: nil), id: id),
            create(person, body("AAEC", tag: "B" + Self.tag.dropFirst()), id: id)
        ).map(\.outcome)
        #expect(outcomes == [.applied, .noop, .conflict, .conflict, .conflict])
    }

    @Test func `it has no code`() async throws {
        let person = try await VaultFixture().person(), op = create(person, ["ciphertext": "AAEC", "keyVersion": 1])
        try await person.push(op)
        try await person.expectRefused(.notACodeItem, SecretCode.self, .init(id: op.id))
    }
}
