public import Primitives
import SQL

extension VaultStore {
    /// Decodes the text of a cursor.
    ///
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)`` with ``ResyncReason/badCursor``.
    public func decodeCursor(_ text: String, of account: AccountID) throws(VaultStoreFault) -> PullCursor {
        guard let cursor = CursorCodec(key: keys.cursor).decode(text, of: account) else {
            throw .resyncRequired(.badCursor)
        }
        return cursor
    }

    /// Encodes a cursor as the opaque text that a device keeps.
    public func encodeCursor(_ cursor: PullCursor, of account: AccountID) -> String {
        CursorCodec(key: keys.cursor).encode(cursor, of: account)
    }

    /// Returns one page of the changes after a cursor, or of everything if there is no cursor.
    ///
    /// Head and secrets are read in one snapshot. If nothing has changed, the call reads one row by its primary key.
    /// - Parameters:
    ///   - limit: the highest number of secrets. A page also ends at ``StoreLimits/itemsPerPage``.
    ///   - bytes: the highest number of bytes of all bodies; at most, and by default, ``StoreLimits/bytesPerPage``. A
    ///     page has at least one secret in any case.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``, ``VaultStoreFault/purged``,
    ///   ``VaultStoreFault/keyMissing(_:)``.
    public func pull(
        _ account: AccountID, from cursor: PullCursor?, at now: Instant, limit: Int? = nil, bytes: Int? = nil
    ) async throws -> PullPage {
        try await inCurrentEpoch(of: account, at: now) {
            if let cursor, let page = try await unchangedPage(at: cursor, of: account) { return page }
            let reader = PageReader(limits, limit: limit, bytes: bytes)
            if let page = try await changedPage(account, from: cursor, reader) { return page }
            try await insertHead(of: account, at: now)
            guard let page = try await changedPage(account, from: cursor, reader) else { throw Self.missingHead }
            return page
        }
    }

    /// Gives an account a head if it has none, so that it has an epoch from its first call on. What was read before must be
    /// read again: another call may have inserted the head, and have changed the account since.
    func insertHead(of account: AccountID, at now: Instant) async throws { _ = try await head(of: account, at: now) }

    static var missingHead: SQLFault { .damagedRow("the head of an account is missing right after its insertion") }

    /// Reads a page; nil if the account has no head.
    private func changedPage(
        _ account: AccountID, from cursor: PullCursor?, _ reader: PageReader
    ) async throws -> PullPage? {
        try await read(account) { head, cipher, transaction in
            try cursor?.check(against: head) { try EpochTable.formerEpochs(of: account, in: transaction) }
            let start = cursor ?? PullCursor(epoch: head.epoch, seq: 0, pullStart: head.seq)
            let former = cursor == nil ? try formerEpochs(of: account, in: transaction) : nil
            let (rows, hasMore) = try reader.read(atMost: head.seq - start.seq, in: transaction) { columns, limit in
                ItemTable.selectChanged(columns, after: start.seq, of: account, limit: limit)
            }
            let end = PullCursor(
                epoch: head.epoch, seq: hasMore ? rows.last?.rev ?? start.seq : head.seq, pullStart: start.pullStart)
            let isComplete = !hasMore && (cursor == nil || start.seq < start.pullStart)
            return PullPage(
                items: try cipher.open(rows, in: transaction), cursor: end, hasMore: hasMore, head: head,
                formerEpochs: former, digest: isComplete ? try LiveDigest(of: account, in: transaction) : nil)
        }
    }

    /// The account's ended epochs in the order of their ends.
    private func formerEpochs(of account: AccountID, in transaction: any Transaction) throws -> [PullPage.FormerEpoch] {
        try EpochTable.formerEpochs(of: account, in: transaction).map {
            PullPage.FormerEpoch(epoch: $0.key, end: $0.value)
        }
        .sorted { ($0.end, $0.epoch) < ($1.end, $1.epoch) }
    }

    /// Returns the empty page of a device that has read everything; nil unless the cursor has the head's epoch and
    /// number.
    ///
    /// Most pulls are answered here, by one read by primary key.
    private func unchangedPage(at cursor: PullCursor, of account: AccountID) async throws -> PullPage? {
        guard let row = try await database.select(HeadTable.select(account)).first else { return nil }
        let head = try currentHead(row)
        guard head.epoch == cursor.epoch, head.seq == cursor.seq else { return nil }
        return PullPage(items: [], cursor: cursor, hasMore: false, head: head)
    }

    /// The secrets that a list contains.
    public enum ListFilter: Sendable {
        case live
        /// The live secrets of kind `otp`.
        case liveCodes
        case trashed
    }

    /// Returns one page of the live secrets, or of others, in ascending order of id.
    ///
    /// - Parameters:
    ///   - filter: the secrets that the list contains.
    ///   - id: the last secret of the previous page.
    ///   - limit: the highest number of secrets. A page also ends at ``StoreLimits/itemsPerPage``.
    ///   - bytes: the highest number of bytes of all bodies; at most, and by default, ``StoreLimits/bytesPerPage``. A
    ///     page has at least one secret.
    /// - Throws: ``VaultStoreFault/purged``, ``VaultStoreFault/keyMissing(_:)``.
    public func list(
        _ account: AccountID, _ filter: ListFilter = .live, after id: SecretID? = nil, limit: Int? = nil,
        bytes: Int? = nil
    ) async throws -> ListPage {
        let reader = PageReader(limits, limit: limit, bytes: bytes)
        let page = try await read(account) { head, cipher, transaction in
            let (rows, hasMore) = try reader.read(atMost: head.items, in: transaction) { columns, limit in
                ItemTable.select(filter, columns, after: id, of: account, limit: limit)
            }
            return ListPage(
                items: try cipher.open(rows, in: transaction), hasMore: hasMore, seq: head.seq)
        }
        return page ?? ListPage(items: [], hasMore: false, seq: 0)
    }

    /// Checks that a pull can continue from a cursor.
    ///
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``, ``VaultStoreFault/purged``.
    public func check(_ cursor: PullCursor, of account: AccountID, at now: Instant) async throws {
        try await inCurrentEpoch(of: account, at: now) {
            let head = try await head(of: account, at: now)
            try await database.read { transaction in
                try cursor.check(against: head) { try EpochTable.formerEpochs(of: account, in: transaction) }
            }
        }
    }
}
