/// The life of a key of a ``KeyKind``.
///
/// Conditions stay outside: a key becomes active when every running instance has read it, and one that was active is
/// retired when everything that it made has expired and no row needs it. The first keys of a kind are inserted in the
/// state in which an installation without states had them.
public enum KeyLife: Machine {
    public typealias State = KeyState

    public enum Event: String, CaseIterable, Hashable, Sendable, Codable {
        /// The administrator makes the key the active one of its kind (`key.activate`).
        case activate
        /// Another key of the kind becomes the active one.
        case replace
        /// The administrator ends the use of the key (`key.retire`).
        case retire
    }

    /// A part of a transition's work. The store carries out all parts in one database transaction.
    public enum Effect: String, CaseIterable, Hashable, Sendable, Codable {
        /// Fire ``Event/replace`` for the key of the kind that was active.
        case replaceFormer
        /// Store the canary of the key, if rows hold values that keys of the kind made: a process of an earlier version,
        /// which has the former key alone, refuses to start from now on.
        case replaceCanary
        /// Delete the keyed hashes of numbers that no account has in its own row any more, if the key is an index key and
        /// no other one is published.
        case deleteFormerHashes
    }

    public static let initial = State.published

    public static let finals: Set<State> = [.retired]

    /// No source document states what becomes of a key.
    public static let stated: Transitions = [:]

    // swift-format-ignore
    public static let inferred: Transitions = [
        .published: [
            // An index allows one active key of a kind, so the former one is replaced first.
            .activate: .to(.active, .replaceFormer, .replaceCanary),
            // The key was published by mistake, or its file is lost. It has made nothing, so nothing has to be waited for.
            .retire:   .to(.retired),
        ],
        .active: [
            // An active key is not retired: its kind would have no key that makes anything.
            .replace:  .to(.verifyOnly),
        ],
        .verifyOnly: [
            // The key does not become active again, because some instance may have removed its file.
            .retire:   .to(.retired, .deleteFormerHashes),
        ],
    ]
}
