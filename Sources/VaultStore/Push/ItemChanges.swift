import Domain
import Primitives
import SQL

/// The changes of items that a push or the sweeper will write, in the order in which they were decided.
struct ItemChanges {
    private var changes: [(item: ItemRow, before: ItemRow?, keepsFormer: Bool)] = []
    private var ops: [(id: OperationID, row: OpRow, seq: Int64)] = []

    /// - Parameter keepsFormer: false if a replaced body does not become a former one.
    mutating func add(_ item: ItemRow, replacing before: ItemRow?, keepsFormer: Bool = true) {
        changes.append((item, before, keepsFormer))
    }

    mutating func log(_ id: OperationID, _ row: OpRow, seq: Int64) { ops.append((id, row, seq)) }

    /// Writes the items, the operation log and the head.
    ///
    /// A replaced body becomes a former one, and the former bodies of a tombstone are deleted. The head is written
    /// last, because it counts the bytes of the former bodies.
    func run(
        of account: AccountID, head: inout HeadRow, limits: StoreLimits, in transaction: any Transaction
    ) throws {
        var statements: [Statement] = [], removals: [Int] = []
        for (item, before, keepsFormer) in changes {
            if item.state == .deleted {
                removals.append(statements.count)
                statements.append(VersionTable.delete(item.id, of: account))
            } else if let before, keepsFormer, before.bodyRev != item.bodyRev,
                let archive = VersionTable.insert(before, of: account)
            {
                statements.append(archive)
                head.historyBytes += before.size
                removals.append(statements.count)
                statements.append(VersionTable.deleteOldest(of: item.id, of: account))
            }
            statements.append(ItemTable.upsert(item, of: account))
        }
        for (id, row, seq) in ops {
            statements.append(OpTable.insert(row, id: id, of: account, seq: seq, now: head.touchedAt))
        }
        guard !removals.isEmpty else {
            try transaction.batch(statements + [HeadTable.update(account, to: head)])
            return
        }
        let results = try transaction.batch(statements)
        let removed = try removals.flatMap { try results[$0].map { try $0.int(0) } }.reduce(0, +)
        head.historyBytes = max(head.historyBytes - removed, 0)
        try VersionTable.shrink(account, &head.historyBytes, to: limits.historyBytesPerAccount, in: transaction)
        try transaction.run(HeadTable.update(account, to: head))
    }
}
