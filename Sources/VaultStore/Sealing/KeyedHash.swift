import Cryptography
import Domain
import Primitives

/// Keyed hashes by which the store recognises equal content without decrypting it, and a repeated request.
///
/// The text at the start of each input separates the uses of a key. Stored hashes depend on every byte of the inputs,
/// so the encoding of an input may never change.
enum KeyedHash {
    /// The hash of a body with its kind and schema: 32 bytes.
    static func content(
        _ body: [UInt8], kind: String, schema: Int64, of account: AccountID, key: Key256
    ) -> [UInt8] {
        HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode("latchkey/content/1", account.bytes, kind.bytes, schema.bigEndianBytes, body))
    }

    /// The 16 bytes of an identifier derived from a request id and the scope in which the request id is unique.
    static func requestID(_ request: RequestID, _ scope: [UInt8]..., key: Key256) -> [UInt8] {
        Array(
            HMACSHA256.tag(key: key, LengthPrefixed.encode(["latchkey/request/1".bytes, request.bytes] + scope)).prefix(
                16))
    }

    /// The hash of an operation: 32 bytes. It leaves out `opID`, under which the log keeps the hash, and `knownSeq`
    /// with its epoch and `sharedSeq`, which may differ between a retry and the first attempt.
    static func request(_ op: SecretOp, of account: AccountID, key: Key256) -> [UInt8] {
        if let version = op.version {
            return HMACSHA256.tag(
                key: key,
                LengthPrefixed.encode(
                    "latchkey/op/version/1", account.bytes, op.id.bytes, encoding(of: op.base), version.bigEndianBytes))
        }
        return HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode(
                "latchkey/op/1", account.bytes, op.type.rawValue.bytes, op.id.bytes, encoding(of: op.base),
                (op.content?.kind?.bytes).taggedBytes, (op.content?.schema?.bigEndianBytes).taggedBytes,
                (op.content?.body).taggedBytes, (op.copyID?.bytes).taggedBytes, op.onConflict.rawValue.bytes,
                op.onGone.rawValue.bytes, [(op.force ? 1 : 0) | (op.bringsBack ? 2 : 0)]))
    }

    /// The hash of a request for the next code of a counter-based item: 32 bytes.
    ///
    /// - Parameter generator: what computes the item's codes from a counter. A request that is repeated after another
    ///   key was stored has another hash.
    static func counter(
        of id: SecretID, generator: [UInt8], of account: AccountID, key: Key256
    ) -> [UInt8] {
        HMACSHA256.tag(
            key: key, LengthPrefixed.encode("latchkey/counter/1", account.bytes, id.bytes, generator))
    }

    private static func encoding(of base: SecretOp.Base?) -> [UInt8] {
        switch base {
        case nil: LengthPrefixed.encode("none")
        case .anything: LengthPrefixed.encode("anything")
        case .operation(let id): LengthPrefixed.encode("operation", id.bytes)
        case .rev(let epoch, let rev): LengthPrefixed.encode("rev", (epoch?.bytes).taggedBytes, rev.bigEndianBytes)
        }
    }
}
