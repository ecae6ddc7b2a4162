/// One page of changes: complete, or it is an error.
public struct PullPage: Sendable, Hashable {
    /// The changes after the cursor, oldest first; a secret that cannot be opened is in its place.
    public let items: [StoredSecret]
    /// Where the page ends.
    public let place: PullPlace
    /// Whether there is more now.
    public let hasMore: Bool
    /// The account's head in the same snapshot.
    public let head: HeadRow
}
