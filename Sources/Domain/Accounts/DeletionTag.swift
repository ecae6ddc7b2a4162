/// The keyed hash of a deleted account's identifier. The record of deletions holds it instead of anything personal.
///
/// A recorded tag keeps its key for good, so an account is looked up by its tags under every index key. Two tags are equal
/// if their bytes are.
public struct DeletionTag: Hashable, Sendable {
    public let bytes: [UInt8]
    /// The number of the key of `bytes`.
    public let key: Int
    /// The tags of the same account under the other index keys; empty for a tag that was read from a record.
    public let others: [[UInt8]]

    public init(_ bytes: [UInt8], key: Int = 1, others: [[UInt8]] = []) {
        self.bytes = bytes
        self.key = key
        self.others = others
    }

    /// Every tag of the account.
    public var all: [DeletionTag] { [self] + others.map { DeletionTag($0) } }

    public static func == (one: DeletionTag, other: DeletionTag) -> Bool { one.bytes == other.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
