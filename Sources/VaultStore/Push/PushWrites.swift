import Domain
import Primitives
import SQL

/// What a push will write, in the order it was decided.
struct PushWrites {
    private(set) var changes: [(item: ItemRow, before: ItemRow?)] = []
    var ops: [(id: OperationID, entry: OpTable.Entry, seq: Int64)] = []

    mutating func put(_ item: ItemRow, replacing before: ItemRow?) { changes.append((item, before)) }

    /// The statements: rows, former bodies, operation log; the head last.
    func statements(of account: AccountID, head: HeadRow) -> [Statement] {
        var made: [Statement] = []
        for (item, before) in changes {
            if item.state == .deleted {
                made.append(VersionTable.erase(item.id, of: account))
            } else if let before, before.bodyRev != item.bodyRev {
                made += VersionTable.keep(before, of: account)
            }
            made.append(ItemTable.put(item, of: account))
        }
        for (id, entry, seq) in ops {
            made.append(OpTable.keep(entry, id: id, of: account, seq: seq, now: head.touchedAt))
        }
        made.append(HeadTable.advance(account, to: head))
        return made
    }
}
