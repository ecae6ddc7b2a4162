import Contracts
import DPoP
import JSONRPC
import Primitives
import StoreSupport
import StrictJSON
import Support
import Testing

/// What a client may not set: role, state, verification and counts are decided by the service alone.
@Suite struct `Members that no contract names` {
    static let methods = Catalogue.auth.filter { MethodFacts(erased: $0).listeners.contains(.public) }

    @Test(.requirement("R3"), arguments: methods.map { MethodFacts(erased: $0).name })
    func `are refused by every method of auth, and change nothing`(name: String) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        if name.hasPrefix("child.") {
            try await phone.register(fixture, group: "home")
        } else {
            try await phone.becomeOperator(fixture, of: ["fieldwork"])
        }
        let method = try #require(Self.methods.first { $0.name == name }), facts = MethodFacts(erased: method)
        let before = try await fixture.database.contents()
        for member in ["role", "kind", "state", "approval", "verified", "attempts", "level", "scope"] {
            guard !method.takes(member) else { continue }
            var params = facts.example().params.object ?? [:]
            params[member] = "operator"
            let body = JSON.object(["jsonrpc": "2.0", "id": 1, "method": .string(name), "params": .object(params)])
                .encoded()
            let reply = try await phone.raw(body, headers: headers(facts, body, phone))
            #expect(try JSON(parsing: reply.body)["error"]?["data"]?["fault"] == "invalidParams", "\(member)")
        }
        let after = try await fixture.database.contents()
        #expect(after.filter { before[$0.key] != $0.value }.keys.allSatisfy { $0 == "proof_seen" })
    }

    private func headers(_ facts: MethodFacts, _ body: [UInt8], _ phone: AuthTestClient) throws -> [Header] {
        let token = try #require(phone.session).accessToken, bearer = Header("Authorization", "Bearer \(token.reveal)")
        return switch facts.credential {
        case .open, .administrator, .service, .assertion: []
        case .deviceProof: [try phone.proof(facts.name, body, nil)]
        case .session, .sessionOrDelegation: [bearer]
        case .sessionWithProof: [bearer, try phone.proof(facts.name, body, token)]
        }
    }
}

extension Method {
    fileprivate static func takes(_ member: String) -> Bool { Params.CodingKeys(stringValue: member) != nil }
}
