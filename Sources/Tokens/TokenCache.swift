import Cryptography
import Primitives
import Synchronization

/// Tokens whose signature was seen to be right, by digest: facts that cannot change. Bounded, and shared by all threads.
///
/// Two generations in each shard: new entries go into the young one; when it is full it becomes the old one, and what
/// was old is forgotten. An entry used while old is young again.
final class TokenCache: Sendable {
    /// What a right signature proved.
    struct Fact {
        let claims: AccessClaims
        let caller: Caller
        let kid: String
        let kind: String
    }

    /// The SHA-256 of a token's text. Equality of all 256 bits is equality of tokens.
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
        var young: [Digest: Fact] = [:]
        var old: [Digest: Fact] = [:]
    }

    private final class Shard: Sendable {
        let generations = Mutex(Generations())
    }

    private let shards = (0..<16).map { _ in Shard() }
    private let most: Int

    /// Holds at most about `capacity` tokens.
    init(capacity: Int) { most = max(1, capacity / 32) }

    func fact(_ digest: Digest) -> Fact? {
        shards[digest.shard].generations.withLock { shard in
            if let fact = shard.young[digest] { return fact }
            guard let fact = shard.old.removeValue(forKey: digest) else { return nil }
            keep(fact, as: digest, in: &shard)
            return fact
        }
    }

    func keep(_ fact: Fact, as digest: Digest) {
        shards[digest.shard].generations.withLock { keep(fact, as: digest, in: &$0) }
    }

    func forgetAll() {
        for shard in shards { shard.generations.withLock { $0 = Generations() } }
    }

    var count: Int { shards.reduce(0) { $0 + $1.generations.withLock { $0.young.count + $0.old.count } } }

    private func keep(_ fact: Fact, as digest: Digest, in shard: inout Generations) {
        if shard.young.count >= most {
            shard.old = shard.young
            shard.young = [:]
        }
        shard.young[digest] = fact
    }
}
