import Cryptography
import Primitives

/// Refresh tokens: opaque to everyone else, and each derived from the one before under a key outside the database, so
/// that nothing is stored that could be used, and a lost answer can be given again.
struct RefreshTokens: Sendable {
    let key: Key256

    /// A token taken apart: whose it is, which session's, of which generation, and its 32 secret bytes.
    struct Parts: Equatable {
        let account: AccountID
        let session: SessionID
        let generation: Int64
        let secret: [UInt8]

        /// account (16) ‖ session (16) ‖ generation (8, big-endian) ‖ secret (32).
        var bytes: [UInt8] {
            account.bytes + session.bytes + withUnsafeBytes(of: generation.bigEndian) { [UInt8]($0) } + secret
        }
    }

    /// Takes a token apart; nil for anything that is none of ours.
    func parts(_ token: RefreshToken) -> Parts? {
        guard let bytes = Base64URL.decode(token.reveal), bytes.count == 72,
            let account = AccountID(bytes: bytes[..<16]), let session = SessionID(bytes: bytes[16..<32])
        else { return nil }
        let generation = Int64(bitPattern: bytes[32..<40].reduce(0) { $0 << 8 | UInt64($1) })
        guard generation >= 0, generation < .max else { return nil }
        return Parts(account: account, session: session, generation: generation, secret: Array(bytes[40...]))
    }

    /// The first token of a session; the same as often as it is asked for.
    func first(account: AccountID, session: SessionID, family: FamilyID) -> Parts {
        let secret = HMACSHA256.tag(
            key: key, LengthPrefixed.encode("latchkey/refresh-first/1", account.bytes, session.bytes, family.bytes))
        return Parts(account: account, session: session, generation: 0, secret: secret)
    }

    /// The one successor of a token in its family.
    func successor(of spent: Parts, family: FamilyID) -> Parts {
        let generation = withUnsafeBytes(of: (spent.generation + 1).bigEndian) { [UInt8]($0) }
        let secret = HMACSHA256.tag(
            key: key, LengthPrefixed.encode("latchkey/refresh/1", spent.bytes, family.bytes, generation))
        return Parts(account: spent.account, session: spent.session, generation: spent.generation + 1, secret: secret)
    }

    /// The keyed hash a token is stored as.
    func hash(_ token: Parts) -> [UInt8] {
        HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/refresh-hash/1", token.bytes))
    }

    /// The text a device receives.
    func text(_ token: Parts) -> RefreshToken? { RefreshToken(Base64URL.encode(token.bytes)) }
}
