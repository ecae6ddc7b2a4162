import Primitives

/// A refresh token that its session has replaced: the first 16 bytes of its keyed hash, and the time of the refresh.
public struct SpentToken: Sendable, Hashable {
    let hash: [UInt8]
    /// The time at which the token was replaced.
    let at: Instant

    /// A session stores this many spent tokens, the newest first. Refreshed every five minutes, a device has 80 minutes
    /// to repeat a request and have it recognised.
    static let maximumCount = 16

    init(hash: [UInt8], at: Instant) {
        self.hash = Array(hash.prefix(16))
        self.at = at
    }

    /// The hash (16 bytes) and the time in milliseconds (8 bytes, big-endian).
    private var bytes: [UInt8] { hash + withUnsafeBytes(of: at.ms.bigEndian) { [UInt8]($0) } }

    static func encode(_ tokens: [SpentToken]) -> [UInt8] { tokens.prefix(maximumCount).flatMap(\.bytes) }

    /// Decodes what ``encode(_:)`` has made; an incomplete token at the end is dropped.
    static func decode(_ bytes: [UInt8]) -> [SpentToken] {
        stride(from: 0, to: bytes.count / 24 * 24, by: 24).map { start in
            let ms = bytes[start + 16..<start + 24].reduce(0) { $0 << 8 | UInt64($1) }
            return SpentToken(hash: Array(bytes[start..<start + 16]), at: Instant(ms: Int64(bitPattern: ms)))
        }
    }
}

extension [SpentToken] {
    /// The token with this keyed hash; nil if it is not stored.
    func token(hash: [UInt8]) -> SpentToken? { first { hash.starts(with: $0.hash) } }
}
