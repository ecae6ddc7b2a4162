import AuthStore
import Cryptography
import Domain
import Primitives
import Synchronization

/// The keys whose values rows hold, as they are in use now. ``KeyRotation`` replaces them while the service runs.
final class DataKeys: Sendable {
    private let kinds: Mutex<(index: NumberedKeys, seal: NumberedKeys, hash: NumberedKeys)>

    init(_ keys: AuthKeys) {
        kinds = Mutex((NumberedKeys(first: keys.index), NumberedKeys(first: keys.seal), NumberedKeys(first: keys.hash)))
    }

    /// Compute the keyed hashes under which phone numbers, network addresses and deleted accounts are stored.
    var index: NumberedKeys { kinds.withLock { $0.index } }

    /// Encrypt phone numbers, the payloads of the outbox and the accounts of deletions.
    var seal: NumberedKeys { kinds.withLock { $0.seal } }

    /// Hash codes, requests and refresh tokens, and derive refresh tokens.
    var hash: NumberedKeys { kinds.withLock { $0.hash } }

    /// Uses other keys of a kind from now on. Does nothing for a kind whose values no row holds.
    func replace(_ kind: KeyKind, with keys: NumberedKeys) {
        kinds.withLock { kinds in
            switch kind {
            case .signing, .nonce, .kek: break
            case .index: kinds.index = keys
            case .seal: kinds.seal = keys
            case .hash: kinds.hash = keys
            }
        }
    }

    /// Encrypts with the active key.
    func seal(_ plain: [UInt8], aad: [UInt8], _ random: RandomSource) -> Sealed {
        let keys = seal
        return Sealed(AESGCM.seal(plain, key: keys.activeKey, aad: aad, random: random), key: keys.active)
    }

    /// Decrypts with the key of the ciphertext's number.
    ///
    /// - Throws: `CryptoFault` also if there is no such key.
    func open(_ sealed: Sealed, aad: [UInt8]) throws(CryptoFault) -> [UInt8] {
        guard let key = seal.all[sealed.key] else { throw .notAuthentic }
        return try AESGCM.open(sealed.bytes, key: key, aad: aad)
    }
}
