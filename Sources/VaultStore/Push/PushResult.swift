/// The result of a push.
public struct PushResult: Sendable, Hashable {
    /// The outcome of each operation, in the order of the operations.
    public let outcomes: [PushOutcome]
    /// The account's head after the push.
    public let head: HeadRow
    /// True if any secret changed. The waiting pulls of the account must then be woken.
    public let hasChanged: Bool
    /// The number of bytes of current and former bodies that the push has added to those of the account; negative if it
    /// has removed more.
    let addedBytes: Int64
}
