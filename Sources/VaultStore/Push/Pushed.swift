/// What a push made.
public struct Pushed: Sendable, Hashable {
    /// One outcome for each operation, in their order.
    public let outcomes: [PushOutcome]
    /// The account's head afterwards.
    public let head: HeadRow
    /// Whether anything changed: then whoever waits for this account is to be woken.
    public let hasChanged: Bool
}
