import Cryptography
import Primitives
import Support
import VaultStore

extension KeyRing {
    /// A wrapping key and an index key, the same for the same seed.
    static func sample(_ seed: UInt64 = 7, kek: String = "kek-1") -> KeyRing {
        let (wrapping, index) = keys(seed)
        return KeyRing(wrapping: [.init(kek, wrapping)], index: .init("index-1", index))
    }

    /// The wrapping key of `sample()`.
    static var sampleWrapping: Key256 { keys(7).wrapping }

    /// The index key of `sample()`.
    static var sampleIndex: Key256 { keys(7).index }

    /// The keys of `sample()` and one more wrapping key.
    func joined(by key: Key) -> KeyRing {
        let (wrapping, index) = Self.keys(7)
        return KeyRing(wrapping: [.init("kek-1", wrapping), key], index: .init("index-1", index))
    }

    private static func keys(_ seed: UInt64) -> (wrapping: Key256, index: Key256) {
        let random = SeededRandom(seed: seed).random
        return (Key256.generate(random), Key256.generate(random))
    }
}
