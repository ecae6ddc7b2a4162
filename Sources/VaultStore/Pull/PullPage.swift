public import Primitives

/// One page of an account's changes.
public struct PullPage: Sendable, Hashable {
    /// The secrets that changed after the cursor, oldest change first. One that cannot be decrypted is listed as
    /// ``StoredSecret/Body/unreadable``.
    public let items: [StoredSecret]
    /// The position after the page.
    public let cursor: PullCursor
    /// True if more changes follow the page.
    public let hasMore: Bool
    /// The account's head in the snapshot that the page was read from.
    public let head: HeadRow
    /// The account's ended epochs, each with the sequence number at which it ended; nil unless the page is the first of
    /// a pull without a cursor.
    public var formerEpochs: [FormerEpoch]?
    /// The digest of all live secrets in the snapshot that the page was read from; nil unless the page is the last of a
    /// pull that began without a cursor.
    public var digest: LiveDigest?
}

extension PullPage {
    /// An ended epoch of an account.
    public struct FormerEpoch: Sendable, Hashable {
        public let epoch: EpochID
        /// The sequence number at which the epoch ended.
        public let end: Int64
    }
}

/// One page of an account's live secrets, or of those in the trash.
public struct ListPage: Sendable, Hashable {
    /// The secrets in ascending order of id. One that cannot be decrypted is listed as
    /// ``StoredSecret/Body/unreadable``.
    public let items: [StoredSecret]
    /// True if more secrets follow the page.
    public let hasMore: Bool
    /// The account's sequence number in the snapshot that the page was read from.
    public let seq: Int64
}
