import Cryptography
import Primitives
import Synchronization

/// Unwrapped data keys, each for at most 60 s.
///
/// Never trusted alone: whoever asks has read the account's head in the same transaction, so a purge made by another
/// instance is seen before a key from here is used.
final class DEKCache: Sendable {
    struct Name: Hashable, Sendable {
        let account: AccountID
        let version: Int64
    }

    private struct Held {
        let key: Key256
        let until: SteadyInstant
    }

    private let held = Mutex<[Name: Held]>([:])
    private let clock: SteadyClock
    private let life: Duration
    private let capacity: Int

    init(clock: SteadyClock, life: Duration = .seconds(60), capacity: Int = 8192) {
        self.clock = clock
        self.life = life
        self.capacity = capacity
    }

    /// The key, if it was put here less than 60 s ago.
    func key(_ name: Name) -> Key256? {
        let now = clock.now
        return held.withLock { held in
            guard let found = held[name] else { return nil }
            guard now < found.until else {
                held[name] = nil
                return nil
            }
            return found.key
        }
    }

    /// Keeps a key. When there is no room the stale ones go, and if none is stale all of them.
    func keep(_ key: Key256, as name: Name) {
        let now = clock.now
        held.withLock { held in
            if held.count >= capacity {
                held = held.filter { now < $0.value.until }
                if held.count >= capacity { held.removeAll(keepingCapacity: true) }
            }
            held[name] = Held(key: key, until: now + life)
        }
    }

    /// Lets go of an account's keys.
    func drop(_ account: AccountID) {
        held.withLock { held in held = held.filter { $0.key.account != account } }
    }
}
