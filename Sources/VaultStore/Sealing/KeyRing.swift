public import Cryptography

/// The keys an instance read from its key files.
///
/// Nothing in the database can be opened, or tested against a guess, without them.
public struct KeyRing: Sendable {
    /// A key and the id its file gives it.
    public struct Key: Sendable {
        /// Names the key in the database and in messages.
        public let id: String
        /// The key itself.
        public let key: Key256

        /// A key under a name.
        public init(_ id: String, _ key: Key256) {
            self.id = id
            self.key = key
        }
    }

    let wrapping: [Key]
    let index: Key
    let content: Key256
    let request: Key256
    let cursor: Key256

    /// - Parameters:
    ///   - wrapping: the key-encryption keys, newest last; in an empty database the first becomes the active one.
    ///   - index: makes keyed hashes and signs cursors.
    public init(wrapping: [Key], index: Key) {
        self.wrapping = wrapping
        self.index = index
        content = HKDF.key(index.key, info: "latchkey/vault/content/1")
        request = HKDF.key(index.key, info: "latchkey/vault/request/1")
        cursor = HKDF.key(index.key, info: "latchkey/vault/cursor/1")
    }

    func kek(_ id: String) -> Key256? { wrapping.first { $0.id == id }?.key }
}
