import Audit
public import Cryptography
import Primitives
import Synchronization

/// The keys that an instance has read from its key files.
///
/// Without these keys no body in the database can be decrypted, and no guessed body can be compared with its keyed
/// hash.
public struct KeyRing: Sendable {
    /// A key and the id that its file gives it. The id names the key in the database and in messages.
    public struct Key: Sendable {
        public let id: String
        public let key: Key256

        public init(_ id: String, _ key: Key256) {
            self.id = id
            self.key = key
        }
    }

    /// The wrapping keys that were read at the start.
    let wrapping: [Key]
    private let held: HeldKeys
    let index: Key
    let content: Key256
    let request: Key256
    let cursor: Key256
    private let audit: Key256

    /// - Parameters:
    ///   - wrapping: the wrapping keys. In an empty database the first becomes the active one.
    ///   - index: the key from which the keys of keyed hashes, of cursors and of the audit log are
    ///     derived.
    public init(wrapping: [Key], index: Key) {
        self.wrapping = wrapping
        held = HeldKeys(wrapping)
        self.index = index
        content = HKDF.key(index.key, info: "latchkey/vault/content/1")
        request = HKDF.key(index.key, info: "latchkey/vault/request/1")
        cursor = HKDF.key(index.key, info: "latchkey/vault/cursor/1")
        audit = HKDF.key(index.key, info: "latchkey/vault/audit/1")
    }

    /// Authenticates the rows of the vault's audit log.
    func auditAuthenticator(_ random: RandomSource) -> AuditAuthenticator {
        AuditAuthenticator(key: audit, random: random)
    }

    /// The wrapping key of an id; nil if this instance does not hold it.
    func kek(_ id: String) -> Key256? { held.keys.withLock { $0[id]?.key } }

    /// The wrapping key of an id; nil if this instance does not hold it, or if its file was missing or wrong when it was
    /// last read.
    func kekOnFile(_ id: String) -> Key256? {
        held.keys.withLock { keys in keys[id].flatMap { $0.isOnFile ? $0.key : nil } }
    }

    /// Uses a wrapping key as its file holds it from now on, in every copy of this ring.
    func hold(_ key: Key) { held.keys.withLock { $0[key.id] = (key.key, isOnFile: true) } }

    /// Notes that the file of a wrapping key is missing or holds another key. The key stays in use until the process ends.
    func noteDamagedFile(of id: String) { held.keys.withLock { $0[id]?.isOnFile = false } }

    /// Forgets a wrapping key, in every copy of this ring.
    func release(_ id: String) { held.keys.withLock { $0[id] = nil } }
}

/// The wrapping keys that a process holds now, by their ids, and whether the file of each was right when it was last read.
private final class HeldKeys: Sendable {
    let keys: Mutex<[String: (key: Key256, isOnFile: Bool)]>

    init(_ wrapping: [KeyRing.Key]) {
        keys = Mutex(Dictionary(wrapping.map { ($0.id, ($0.key, isOnFile: true)) }) { first, _ in first })
    }
}
