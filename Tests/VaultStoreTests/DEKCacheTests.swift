import Cryptography
import Primitives
import Support
import Testing

@testable import VaultStore

/// The cache of data keys holds at most as many as its capacity says.
@Suite struct DEKCacheTests {
    private let clock = StoppedClock()
    private let key = Key256.generate(SeededRandom(seed: 5).random)

    private func id(_ number: UInt128) -> DEKCache.KeyID {
        DEKCache.KeyID(account: AccountID(bits: number), set: [], version: 1)
    }

    /// Inserts the keys 1 to 3, one each 20 s and one more after `pause`, into a cache that expires them after 60 s;
    /// returns those that are still there.
    private func kept(capacity: Int, pause: Duration) -> [UInt128] {
        let cache = DEKCache(clock: clock.steady, lifetime: .seconds(60), capacity: capacity)
        for number: UInt128 in 1...4 {
            clock.advance(by: number == 4 ? pause : .seconds(20))
            cache.insert([id(number): key])
        }
        return (1...4).filter { cache.key(id($0)) != nil }
    }

    @Test(
        arguments: [
            (4, Duration.zero, [1, 2, 3, 4]), (3, .zero, [4]), (3, .seconds(20), [2, 3, 4]), (3, .seconds(60), [4]),
        ] as [(Int, Duration, [UInt128])])
    func `a full cache drops its expired keys, or all of them if none has expired`(
        capacity: Int, pause: Duration, left: [UInt128]
    ) {
        #expect(kept(capacity: capacity, pause: pause) == left)
    }
}
