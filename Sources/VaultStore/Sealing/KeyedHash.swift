import Cryptography
import Domain
import Primitives

/// Keyed hashes by which the store tells sameness without opening anything: 32 bytes each.
enum KeyedHash {
    /// What a body says, with its kind and schema.
    static func content(
        _ body: [UInt8], kind: String, schema: Int64, of account: AccountID, key: Key256
    ) -> [UInt8] {
        HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode("latchkey/content/1", account.bytes, kind.bytes, schema.bigEndianBytes, body))
    }

    /// 16 bytes that stand for a request's own id within its method, account and device.
    static func name(of request: RequestID, _ parts: [UInt8]..., key: Key256) -> [UInt8] {
        Array(
            HMACSHA256.tag(key: key, LengthPrefixed.encode([Array("latchkey/request/1".utf8), request.bytes] + parts))
                .prefix(16))
    }

    /// What an operation asks. `knownSeq` is left out: a retry may know more than the first sending did.
    static func request(_ op: SecretOp, of account: AccountID, key: Key256) -> [UInt8] {
        HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode(
                "latchkey/op/1", account.bytes, op.type.rawValue.bytes, op.id.bytes, parts(of: op.base),
                (op.content?.kind?.bytes).marked, (op.content?.schema?.bigEndianBytes).marked,
                (op.content?.body).marked, (op.copyID?.bytes).marked, op.onConflict.rawValue.bytes,
                op.onGone.rawValue.bytes, [op.force ? 1 : 0]))
    }

    private static func parts(of base: SecretOp.Base?) -> [UInt8] {
        switch base {
        case nil: LengthPrefixed.encode("none")
        case .anything: LengthPrefixed.encode("anything")
        case .operation(let id): LengthPrefixed.encode("operation", id.bytes)
        case .rev(let epoch, let rev): LengthPrefixed.encode("rev", (epoch?.bytes).marked, rev.bigEndianBytes)
        }
    }
}
