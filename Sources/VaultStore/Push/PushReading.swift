import Primitives
import SQL

/// Everything the operations of a push touch, read under the head's lock: rows in id order, and the operation log.
struct PushReading {
    private(set) var items: [SecretID: ItemRow] = [:]
    private(set) var log: [OperationID: OpTable.Entry] = [:]
    let chain: [EpochID: Int64]

    init(_ ops: [SecretOp], of account: AccountID, head: HeadRow, in transaction: any Transaction) throws {
        var secrets: Set<SecretID> = [], operations: Set<OperationID> = [], isOfOtherEpoch = false
        for op in ops {
            secrets.insert(op.id)
            if let copyID = op.copyID { secrets.insert(copyID) }
            operations.insert(op.opID)
            switch op.base {
            case .operation(let earlier): operations.insert(earlier)
            case .rev(let epoch?, _): if epoch != head.epoch { isOfOtherEpoch = true }
            case .rev(nil, _), .anything, nil: break
            }
        }
        let logged = operations.sorted()
        let entries = try transaction.batch(logged.map { OpTable.read($0, of: account) })
        for (id, rows) in zip(logged, entries) { log[id] = try rows.first.map(OpTable.Entry.init) }
        for rows in try transaction.batch(secrets.sorted().map({ ItemTable.read($0, of: account) })) {
            guard let row = rows.first else { continue }
            let item = try ItemRow(row)
            items[item.id] = item
        }
        chain = isOfOtherEpoch ? try EpochTable.chain(of: account, in: transaction) : [:]
    }
}
