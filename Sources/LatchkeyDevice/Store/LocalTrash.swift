public import Contracts
public import Primitives

/// The deletion of an entry whose content this device still has.
public struct LocalTrash: Sendable, Hashable {
    /// The time for which an entry in the state `restorable` stays in the trash.
    public static let lifetime = Duration.days(30)
    /// The least time between the first sync that finds an entry expired and the one that erases it.
    static let grace = Duration.days(1)

    public enum State: String, Sendable, Hashable {
        /// The pull that deleted the entry has not ended. Its end erases the entry, unless it holds the deletion.
        case erasedAtEnd
        /// The pull that deleted the entry has not ended. Its end makes the entry restorable, unless it holds the
        /// deletion.
        case restorableAtEnd
        /// The person can bring the entry back until ``LocalTrash/lifetime`` after its deletion.
        case restorable
        /// One of so many deletions that they wait for the person's decision.
        case held
    }

    public var state: State
    /// The time at which this device learnt of the deletion.
    public let at: Instant
    /// The version of the tombstone; nil if the item was absent from a complete pull.
    public let tombstone: ItemBase?
}
