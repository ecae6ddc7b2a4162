import Domain
import Primitives
import SQL

/// The changes that a push will write, in the order in which they were decided.
struct PushWrites {
    private var changes: [(item: ItemRow, before: ItemRow?)] = []
    private var ops: [(id: OperationID, row: OpRow, seq: Int64)] = []

    mutating func add(_ item: ItemRow, replacing before: ItemRow?) { changes.append((item, before)) }

    mutating func log(_ id: OperationID, _ row: OpRow, seq: Int64) { ops.append((id, row, seq)) }

    /// The statements that write the items and archive their former bodies (or delete those of a tombstone), then write
    /// the operation log, then the head.
    func statements(of account: AccountID, head: HeadRow) -> [Statement] {
        var statements: [Statement] = []
        for (item, before) in changes {
            if item.state == .deleted {
                statements.append(VersionTable.delete(item.id, of: account))
            } else if let before, before.bodyRev != item.bodyRev {
                statements += VersionTable.archive(before, of: account)
            }
            statements.append(ItemTable.upsert(item, of: account))
        }
        for (id, row, seq) in ops {
            statements.append(OpTable.insert(row, id: id, of: account, seq: seq, now: head.touchedAt))
        }
        statements.append(HeadTable.update(account, to: head))
        return statements
    }
}
