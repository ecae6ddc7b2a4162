/// One page of live secrets: complete, or it is an error.
public struct ListPage: Sendable, Hashable {
    /// In id order; a secret that cannot be opened is in its place.
    public let items: [StoredSecret]
    /// Whether there is more.
    public let hasMore: Bool
    /// The head's number in the same snapshot.
    public let seq: Int64
}
