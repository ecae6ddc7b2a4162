import Cryptography
import Primitives

/// Derives refresh tokens. Each is computed under a key outside the database from its predecessor and from the
/// `requestId` of the call that it answers, so that no usable token is stored and a lost answer can be given again.
///
/// Neither the predecessor nor the `requestId` is in the database, so its columns and the key together derive no token.
struct RefreshTokens: Sendable {
    let key: Key256

    /// The decoded content of a refresh token.
    struct Content: Equatable {
        /// The account; the pseudonym of the session if it was unproven when the token was issued.
        let subject: AccountID
        let session: SessionID
        /// The number of refreshes before this token.
        let generation: Int64
        /// The 32 bytes that nobody can compute without the key.
        let secret: [UInt8]

        /// subject (16) ‖ session (16) ‖ generation (8, big-endian) ‖ secret (32).
        var bytes: [UInt8] {
            subject.bytes + session.bytes + withUnsafeBytes(of: generation.bigEndian) { [UInt8]($0) } + secret
        }
    }

    /// Decodes a token; nil if it is not the Base64URL form of ``Content/bytes`` with a generation that has a
    /// successor.
    static func decode(_ token: RefreshToken) -> Content? {
        guard let bytes = Base64URL.decode(token.reveal), bytes.count == 72,
            let subject = AccountID(bytes: bytes[..<16]), let session = SessionID(bytes: bytes[16..<32])
        else { return nil }
        let generation = Int64(bitPattern: bytes[32..<40].reduce(0) { $0 << 8 | UInt64($1) })
        guard generation >= 0, generation < .max else { return nil }
        return Content(subject: subject, session: session, generation: generation, secret: Array(bytes[40...]))
    }

    static func encode(_ token: Content) -> RefreshToken? { RefreshToken(Base64URL.encode(token.bytes)) }

    /// The first token of a session; every call with the same `requestId` of the sign-in returns the same one.
    func first(subject: AccountID, session: SessionID, family: FamilyID, request: RequestID) -> Content {
        let secret = HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode(
                "latchkey/refresh-first/2", subject.bytes, session.bytes, family.bytes, request.bytes))
        return Content(subject: subject, session: session, generation: 0, secret: secret)
    }

    /// The successor of a token in its family; every call with the same `requestId` returns the same one.
    ///
    /// - Parameter request: the id of the refresh; nil for a device of the previous release, which sends none. The
    ///   previous release computes the same successor then.
    func successor(of spent: Content, subject: AccountID, family: FamilyID, request: RequestID?) -> Content {
        let generation = withUnsafeBytes(of: (spent.generation + 1).bigEndian) { [UInt8]($0) }
        let secret =
            if let request {
                HMACSHA256.tag(
                    key: key,
                    LengthPrefixed.encode(
                        "latchkey/refresh/2", spent.bytes, family.bytes, generation, request.bytes))
            } else {
                HMACSHA256.tag(
                    key: key, LengthPrefixed.encode("latchkey/refresh/1", spent.bytes, family.bytes, generation))
            }
        return Content(subject: subject, session: spent.session, generation: spent.generation + 1, secret: secret)
    }

    /// The keyed hash under which a token is stored.
    func hash(_ token: Content) -> [UInt8] { Self.hash(token, key) }

    /// The keyed hashes of a token under several keys.
    static func hashes(_ token: Content, _ keys: NumberedKeys) -> [Int: [UInt8]] {
        keys.all.mapValues { hash(token, $0) }
    }

    private static func hash(_ token: Content, _ key: Key256) -> [UInt8] {
        HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/refresh-hash/1", token.bytes))
    }
}
