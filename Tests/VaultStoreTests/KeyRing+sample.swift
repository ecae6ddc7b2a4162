import Cryptography
import Support
import TimeAndChance
import VaultStore

extension KeyRing {
    /// A wrapping key and an index key, the same for the same seed.
    static func sample(_ seed: UInt64 = 7, kek: String = "kek-1") -> KeyRing {
        let dice = LoadedDice(seed: seed).dice
        return KeyRing(
            wrapping: [.init(kek, Key256.generate(dice))], index: .init("index-1", Key256.generate(dice)))
    }
}
