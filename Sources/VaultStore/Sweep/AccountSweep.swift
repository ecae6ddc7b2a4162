import Domain
import Primitives
import SQL

/// The sweep of one account, in chunks that each take the lock of the head, so that no other writer waits long.
struct AccountSweep {
    let store: VaultStore
    let account: AccountID
    /// Only what was due by this time is swept.
    let cutoff: Instant
    /// The number of the last change that may be swept.
    let lastSeq: Int64

    private static let rowsPerChunk: Int64 = 500
    /// The number of rows of the trash in a chunk. It is lower because they are read with their bodies.
    private static let bodiesPerChunk: Int64 = 50

    private var retention: Retention { store.retention }

    /// Sweeps the account. Nothing happens to an account that is purged, or that has not been used in the generation in
    /// force: the cursors of its devices are then all of an ended epoch.
    ///
    /// - Parameters:
    ///   - onChange: called after each commit that made tombstones of trash.
    ///   - onErased: called after each commit with the kind and the number of the rows that it erased.
    func run(onChange: () -> Void, onErased: (SweepResult.Kind, Int) -> Void) async throws {
        try await inChunks(endTrash) { count in
            onChange()
            onErased(.trash, count)
        }
        try await inChunks(eraseTombstones) { onErased(.tombstone, $0) }
        try await inChunks(eraseOperations) { onErased(.operation, $0) }
        try await inChunks(eraseDevices) { onErased(.device, $0) }
        try await inTransaction(countAgain)
    }

    /// Repeats a step, each time in a transaction of its own, until it finds no row.
    ///
    /// - Parameter afterCommit: called with the number of rows after each commit of a step that has found some.
    /// - Throws: `CancellationError` after such a commit if the task is cancelled.
    private func inChunks(
        _ step: @Sendable @escaping (inout HeadRow, any Transaction) throws -> Int, afterCommit: (Int) -> Void
    ) async throws {
        while let count = try await inTransaction(step), count > 0 {
            afterCommit(count)
            try Task.checkCancellation()
        }
    }

    /// Runs a step under the lock of the head, which it may change; returns nil, without running it, if the account is
    /// not to be swept.
    @discardableResult
    private func inTransaction<T: Sendable>(
        _ step: @Sendable @escaping (inout HeadRow, any Transaction) throws -> T
    ) async throws -> T? {
        try await store.database.write { transaction in
            guard var head = try transaction.first(HeadTable.lock(account)).map(HeadRow.init), head.state == .live,
                head.generation >= (try Generations.number(in: transaction))
            else { return nil }
            let result = try step(&head, transaction)
            try transaction.run(HeadTable.update(account, to: head))
            return result
        }
    }

    private func endTrash(_ head: inout HeadRow, _ transaction: any Transaction) throws -> Int {
        let rows = try transaction.run(
            ItemTable.selectTrashed(
                before: cutoff - retention.trash, upTo: lastSeq, of: account, limit: Self.bodiesPerChunk))
        guard !rows.isEmpty else { return 0 }
        var writes = ItemChanges()
        head.touchedAt = max(head.touchedAt, cutoff)
        for before in try rows.map(ItemRow.init) {
            var item = before
            head.seq += 1
            head.items -= 1
            head.bytes -= item.size
            head.tombstones += 1
            (item.rev, item.updatedAt) = (head.seq, head.touchedAt)
            item.recordChange(onLostBase: nil, changesContent: false, bringsBack: false)
            item.becomeTombstone(at: head.touchedAt)
            writes.add(item, replacing: before)
        }
        try writes.run(of: account, head: &head, limits: store.limits, in: transaction)
        return rows.count
    }

    private func eraseTombstones(_ head: inout HeadRow, _ transaction: any Transaction) throws -> Int {
        let revs = try transaction.run(
            ItemTable.deleteTombstones(
                before: cutoff - retention.tombstones, upTo: try seenByAll(head, in: transaction), of: account,
                limit: Self.rowsPerChunk)
        ).map { try $0.int(0) }
        head.floor = max(head.floor, revs.max() ?? 0)
        return revs.count
    }

    private func eraseOperations(_ head: inout HeadRow, _ transaction: any Transaction) throws -> Int {
        let seqs = try transaction.run(
            OpTable.delete(
                before: cutoff - retention.operations, upTo: try seenByAll(head, in: transaction), of: account,
                limit: Self.rowsPerChunk)
        ).map { try $0.int(0) }
        head.opFloor = max(head.opFloor, seqs.max() ?? 0)
        return seqs.count
    }

    private func eraseDevices(_ head: inout HeadRow, _ transaction: any Transaction) throws -> Int {
        try transaction.run(
            DeviceTable.deleteInactive(since: cutoff - retention.devices, of: account, limit: Self.rowsPerChunk)
        ).count
    }

    /// The number up to which every active device has read the present epoch, at most ``lastSeq``.
    private func seenByAll(_ head: HeadRow, in transaction: any Transaction) throws -> Int64 {
        let active = try transaction.run(DeviceTable.selectActive(since: cutoff - retention.devices, of: account))
        return try active.reduce(lastSeq) { lowest, row in
            let epoch: EpochID = try row.identifier(0)
            return min(lowest, epoch == head.epoch ? try row.int(1) : 0)
        }
    }

    /// Counts tombstones, logged operations and the bytes of former versions again, because instances of the previous
    /// version do not keep these counts, and sets the time at which the account is due again.
    private func countAgain(_ head: inout HeadRow, _ transaction: any Transaction) throws {
        let counts = try transaction.batch([
            ItemTable.countTombstones(of: account), OpTable.count(of: account), VersionTable.countBytes(of: account),
            ItemTable.selectOldestTrashed(of: account), DeviceTable.selectLongestUnseen(of: account),
        ])
        guard let tombstones = counts[0].first, let operations = counts[1].first, let bytes = counts[2].first,
            let trashed = counts[3].first, let devices = counts[4].first
        else { return }
        (head.tombstones, head.operations) = (try tombstones.int(0), try operations.int(0))
        head.historyBytes = try bytes.int(0)
        let due = [
            try trashed.instantOrNil(0).map { $0 + retention.trash },
            try tombstones.instantOrNil(1).map { $0 + retention.tombstones },
            try operations.instantOrNil(1).map { $0 + retention.operations },
            try devices.instantOrNil(0).map { $0 + retention.devices },
        ].compactMap(\.self).min()
        head.dueAt = due.map { $0 > cutoff ? $0 : cutoff + retention.retry } ?? Instant(ms: .max)
    }
}
