/// The result of one operation of a push, as the caller learns it.
public enum OpOutcome: String, CaseIterable, Hashable, Sendable {
    /// The operation changed the item, or made a copy of it.
    case applied
    /// The item already was as the operation wanted it.
    case noop
    /// The same operation was sent before; the first result is repeated.
    case replayed
    /// The item is not at the operation's base; the current item is in the result.
    case conflict
    /// The item is in the trash, deleted or unknown; its tombstone, if there is one, is in the result.
    case gone
    /// The operation can never succeed as it is; the result names the reason.
    case rejected
}
