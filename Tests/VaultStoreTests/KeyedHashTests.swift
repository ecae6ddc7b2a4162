import Cryptography
import Domain
import Primitives
import Support
import Testing

@testable import VaultStore

/// The database holds keyed hashes of every version of the vault, so a hash must stay the same for the same input. The
/// expected values were computed with the `hmac` module of Python from the described encodings.
@Suite struct KeyedHashTests {
    private static let id = SecretID(bits: 2), opID = OperationID(bits: 3)
    private let account = AccountID(bits: 1)

    private var key: Key256 { get throws { try #require(Key256(Array(0..<32))) } }

    private static func op(
        _ type: SecretOperation, base: SecretOp.Base? = nil, _ content: SecretOp.Content? = nil,
        force: Bool = false, bringsBack: Bool = false
    ) -> SecretOp {
        SecretOp(type, id, opID: opID, base: base, content: content, force: force, bringsBack: bringsBack)
    }

    private static var copying: SecretOp {
        var op = op(.update, base: .rev(epoch: EpochID(bits: 5), rev: 6), .init(body: Array("{}".utf8)))
        (op.copyID, op.onConflict, op.onGone) = (SecretID(bits: 7), .copy, .restore)
        return op
    }

    @Test(
        .requirement("X12"),
        arguments: [
            (
                op(.create, .init(kind: "note", schema: 1, body: Array("{}".utf8))),
                "7dd3d6704936b7e5d1bc2e81f5fc2a53d60e4a7d1b5dd93e85b2ae5dffa08439"
            ),
            (copying, "7aafa1b1bc8b2358410824b1f008e1050bd54d5cb03994e55836698b029ac304"),
            (
                op(.trash, base: .anything, force: true),
                "6315c211bf8e5ca45bd79dd6a6b97826be5b3f0f2371d78ea99033c27f2fb39a"
            ),
            (
                op(.delete, base: .rev(epoch: nil, rev: 6), bringsBack: true),
                "cb2a8d2153a29af59935c9b4d4c3250a6b7a231ecbf2a0b9c14bd22c207ae01b"
            ),
            (
                op(.restore, base: .operation(OperationID(bits: 8)), force: true, bringsBack: true),
                "78d7923c2a0c16b85e91fdacf29e189f7f5ee5f029e76e5125724949adf9fa03"
            ),
        ]) func `an operation has the hash under which earlier versions have stored it`(op: SecretOp, hash: String)
        throws
    {
        #expect(Hex.encode(KeyedHash.request(op, of: account, key: try key)) == hash)
    }

    @Test(.requirement("X12"))
    func `a body and a request id have the hashes under which earlier versions have stored them`() throws {
        let content = KeyedHash.content(Array("{}".utf8), kind: "note", schema: 1, of: account, key: try key)
        #expect(Hex.encode(content) == "81e34750b5cf5023c5334c3817174a2868e268f5c15df41efa6a7bcc2147d9b9")
        let request = KeyedHash.requestID(RequestID(bits: 4), Array("a".utf8), Array("b".utf8), key: try key)
        #expect(Hex.encode(request) == "8ffac8bcc8ed2ea5e60fbf107dddebdb")
    }
}
