public import Domain
public import Primitives

/// A wrapping key that is known to all instances, and its state.
public struct WrappingKeyRecord: Sendable, Hashable {
    /// The id that its file gives the key: `kek-2` for `vault.kek-2.key`.
    public let id: String
    public let state: KeyState
    /// The time at which the key got its state.
    public let since: Instant

    /// Returns nil for the index key, which wraps nothing.
    init?(_ row: WrappingKeyRow) {
        guard let state = row.state.keyState else { return nil }
        self.init(id: row.id, state: state, since: row.since)
    }

    init(id: String, state: KeyState, since: Instant) {
        self.id = id
        self.state = state
        self.since = since
    }
}

extension WrappingKeyRow.State {
    /// The state in the words that both services use; nil for the index key.
    var keyState: KeyState? {
        switch self {
        case .distributed: .published
        case .active: .active
        case .decryptOnly: .verifyOnly
        case .retired: .retired
        case .index: nil
        }
    }

    init(_ state: KeyState) {
        switch state {
        case .published: self = .distributed
        case .active: self = .active
        case .verifyOnly: self = .decryptOnly
        case .retired: self = .retired
        }
    }
}

/// The outcome of a change of a wrapping key's state.
public enum WrappingKeyChange: Sendable, Hashable {
    /// The key has the wanted state, now or already before.
    case done(WrappingKeyRecord)
    /// No key with this id was published.
    case unknown
    /// The id was published with another key.
    case otherKey
    /// The file holds the same key as the one with this id. The destruction of that one would make no backup unreadable.
    case sameKey(as: String)
    /// The key's state does not allow the change.
    case wrongState(KeyState)
    /// This number of data keys is wrapped with the key.
    case needed(rows: Int)
    /// These running instances do not hold the key.
    case missing(at: [String])
    /// The file of the active key is missing or wrong at these running instances, whose next start would fail.
    case activeKeyMissing(_ active: String, at: [String])
}
