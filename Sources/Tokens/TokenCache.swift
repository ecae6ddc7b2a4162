import Cryptography
import Primitives
import Synchronization

/// A bounded cache of tokens whose signature was valid, by SHA-256 digest, shared by all threads.
///
/// Each of 16 shards holds two generations. New entries go into the young one; once it is full it becomes the old one,
/// and the former old generation is dropped. An entry read from the old generation moves to the young one.
final class TokenCache: Sendable {
    /// A token with a valid signature; a class, so that a lookup copies one reference.
    final class VerifiedToken: Sendable {
        let claims: AccessClaims
        let caller: Caller
        let kid: String

        init(claims: AccessClaims, caller: Caller, kid: String) {
            self.claims = claims
            self.caller = caller
            self.kid = kid
        }
    }

    /// The SHA-256 digest of a token's text.
    struct Digest: Hashable {
        private let words: SIMD4<UInt64>

        init(of token: String) {
            var token = token
            let bytes = token.withUTF8 { SHA256.hash(UnsafeRawBufferPointer($0)) }
            words = bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
        }

        var shard: Int { Int(truncatingIfNeeded: words[0] & 15) }
        static func == (a: Digest, b: Digest) -> Bool { a.words == b.words }
        func hash(into hasher: inout Hasher) { hasher.combine(words[1]) }
    }

    private struct Generations {
        var young: [Digest: VerifiedToken] = [:]
        var old: [Digest: VerifiedToken] = [:]
    }

    private final class Shard: Sendable {
        let generations = Mutex(Generations())
    }

    private let shards = (0..<16).map { _ in Shard() }
    private let generationCapacity: Int

    /// Makes a cache of at most `capacity` tokens, rounded down to a multiple of 32 and at least 32.
    init(capacity: Int) { generationCapacity = max(1, capacity / 32) }

    func token(_ digest: Digest) -> VerifiedToken? {
        shards[digest.shard].generations.withLock { generations in
            if let token = generations.young[digest] { return token }
            guard let token = generations.old.removeValue(forKey: digest) else { return nil }
            insert(token, for: digest, in: &generations)
            return token
        }
    }

    func insert(_ token: VerifiedToken, for digest: Digest) {
        shards[digest.shard].generations.withLock { insert(token, for: digest, in: &$0) }
    }

    var count: Int { shards.reduce(0) { $0 + $1.generations.withLock { $0.young.count + $0.old.count } } }

    private func insert(_ token: VerifiedToken, for digest: Digest, in generations: inout Generations) {
        if generations.young.count >= generationCapacity {
            generations.old = generations.young
            generations.young = [:]
        }
        generations.young[digest] = token
    }
}
