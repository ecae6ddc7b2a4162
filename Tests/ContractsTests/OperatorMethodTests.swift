import Contracts
import JSONRPC
import StrictJSON
import Support
import Testing

/// What operators and the administrator can see and set.
@Suite struct `Methods of operators and of the administrator` {
    static let methods = Catalogue.auth.map { MethodFacts(erased: $0) }.filter { facts in
        switch facts.credential {
        case .administrator: true
        case .session(let scopes), .sessionWithProof(let scopes), .sessionOrDelegation(let scopes, _):
            !Set(scopes).isDisjoint(with: operatorScopes)
        case .open, .deviceProof, .service, .assertion: false
        }
    }

    static let operatorScopes: Set = ["approvals.decide", "users.read"]

    /// The members that carry a PIN's key, what it is derived from, a proof of it, or its count.
    static let ofPINs: Set = [
        "publicKey", "newPublicKey", "salt", "derivation", "challenge", "proof", "newProof", "unlockShare", "attempts",
        "attemptsLeft", "pinProof", "pinChallengeId",
    ]

    @Test(.requirement("P8")) func `neither show nor set a PIN`() throws {
        #expect(Self.methods.count > 20)
        for facts in Self.methods {
            let (params, answer) = facts.example()
            let found = members(of: params).union(members(of: answer)).intersection(Self.ofPINs)
            #expect(found.isEmpty, "\(facts.name) has \(found)")
        }
    }

    @Test func `are compared with member names that the methods of PINs have`() {
        let pins = Catalogue.auth.map { MethodFacts(erased: $0) }.filter { $0.name.hasPrefix("pin.") }
        let names = pins.reduce(into: Set<String>()) { names, facts in
            let (params, answer) = facts.example()
            names.formUnion(members(of: params).union(members(of: answer)))
        }
        #expect(names.isSuperset(of: ["publicKey", "newPublicKey", "salt", "proof", "newProof", "unlockShare"]))
    }

    private func members(of value: JSON) -> Set<String> {
        switch value {
        case .object(let object):
            object.reduce(into: []) { $0.formUnion(members(of: $1.value).union([$1.key])) }
        case .array(let elements): elements.reduce(into: []) { $0.formUnion(members(of: $1)) }
        case .string, .number, .bool, .null: []
        }
    }
}
