import Cryptography
import Primitives
import Synchronization

/// Caches decrypted data keys. A key is returned for at most 60 s; an expired one stays in memory until it is looked up,
/// the cache is full or the account is purged.
///
/// Every transaction reads the account's head before it uses a key from here. If another instance has purged the
/// account, the head says so and the call fails before the key decrypts anything.
final class DEKCache: Sendable {
    /// One data key of one account.
    struct KeyID: Hashable, Sendable {
        let account: AccountID
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

    /// Adds a key. A full cache first drops its expired keys, or all of them if none has expired.
    func insert(_ key: Key256, as id: KeyID) {
        let now = clock.now
        entries.withLock { entries in
            if entries.count >= capacity {
                entries = entries.filter { now < $0.value.expires }
                if entries.count >= capacity { entries.removeAll(keepingCapacity: true) }
            }
            entries[id] = Entry(key: key, expires: now + lifetime)
        }
    }

    func removeKeys(of account: AccountID) {
        entries.withLock { entries in entries = entries.filter { $0.key.account != account } }
    }
}
