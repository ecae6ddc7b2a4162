public import Domain
public import Primitives

/// The outcome of a change of a key's state.
public enum KeyChange: Sendable, Hashable {
    /// The key has the wanted state, now or already before.
    case done(KeyRecord)
    /// No key with this kind and number was published.
    case unknown
    /// The number was published with another key.
    case otherKey
    /// The same key is known under another number.
    case sameKey(as: KeyID)
    /// The key's state does not allow the change.
    case wrongState(KeyState)
    /// The change is allowed from `until` on.
    case tooEarly(until: Instant)
    /// This number of rows need the key.
    case needed(rows: Int)
    /// These running instances have not read the key.
    case missing(at: [String])
}
