import Cryptography
import Primitives
import Synchronization

/// Caches decrypted data keys. A key is returned for at most 60 s; an expired one stays in memory until it is looked
/// up, the cache is full, the account is purged or a new generation is seen.
///
/// A key is inserted only after the transaction that read it has committed, because the row of a key may be rolled
/// back. Every transaction reads the account's head before it uses a key from here. If another instance has purged the
/// account, the head says so and the call fails before the key decrypts anything. If the database went back to an
/// earlier state, the head names another set of keys and the key is not found.
final class DEKCache: Sendable {
    /// One data key of one account.
    struct KeyID: Hashable, Sendable {
        let account: AccountID
        /// The ``HeadRow/dekSet`` that the key was read with.
        let set: [UInt8]
        let version: Int64
    }

    private struct Entry {
        let key: Key256
        let expires: SteadyInstant
    }

    private let entries = Mutex<[KeyID: Entry]>([:])
    private let clock: SteadyClock
    private let lifetime: Duration
    private let capacity: Int

    init(clock: SteadyClock, lifetime: Duration = .seconds(60), capacity: Int = 8192) {
        self.clock = clock
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// Returns the key if it has not expired.
    func key(_ id: KeyID) -> Key256? {
        let now = clock.now
        return entries.withLock { entries in
            guard let entry = entries[id] else { return nil }
            guard now < entry.expires else {
                entries[id] = nil
                return nil
            }
            return entry.key
        }
    }

    /// Adds keys. A full cache first drops its expired keys, or all of them if none has expired.
    func insert(_ keys: [KeyID: Key256]) {
        guard !keys.isEmpty else { return }
        let now = clock.now
        entries.withLock { entries in
            if entries.count + keys.count > capacity {
                entries = entries.filter { now < $0.value.expires }
                if entries.count + keys.count > capacity { entries.removeAll(keepingCapacity: true) }
            }
            for (id, key) in keys { entries[id] = Entry(key: key, expires: now + lifetime) }
        }
    }

    func removeAll() { entries.withLock { $0.removeAll(keepingCapacity: true) } }

    func removeKeys(of account: AccountID) {
        entries.withLock { entries in entries = entries.filter { $0.key.account != account } }
    }
}
