import Cryptography

/// The keys of one kind that are in use, by number, and the one that makes new values.
struct NumberedKeys: Sendable {
    /// The number of the key that makes new values.
    let active: Int
    let activeKey: Key256
    /// Every key that rows may have been made with, the active one among them.
    let all: [Int: Key256]
    /// The number of the key by which phone numbers are found besides the active one: the key that is published, or else
    /// the one that was active last; nil if there is no other key.
    let other: Int?

    /// - Returns: nil if the active key is not among the keys.
    init?(_ all: [Int: Key256], active: Int, other: Int? = nil) {
        guard let key = all[active] else { return nil }
        self.all = all
        self.other = other
        self.active = active
        activeKey = key
    }

    /// One key, which has the number 1.
    init(first key: Key256) {
        (active, activeKey, all, other) = (1, key, [1: key], nil)
    }
}
