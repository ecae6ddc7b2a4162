/// The result of one operation of a push, as the caller learns it.
public enum OpOutcome: String, CaseIterable, Hashable, Sendable {
    /// The operation changed the item, or its body was stored as a copy.
    case applied
    /// The item already was as the operation wanted it; for a trash or delete this includes an unknown item.
    case noop
    /// The same operation was received before. Its first outcome is in the result; for a conflict, the item as it is now.
    case replayed
    /// The item is not at the operation's base, or the operation has none; the current item is in the result.
    case conflict
    /// The item is in the trash, deleted or unknown; the trashed item or tombstone, if any, is in the result.
    case gone
    /// Nothing changed; the result names the reason. A repetition may be applied, for example once there is room.
    case rejected
}
