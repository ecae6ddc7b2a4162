import Primitives
import SQL

/// The rows that the operations of a push refer to, read under the lock of the account's head.
struct PushReading {
    private(set) var items: [SecretID: ItemRow] = [:]
    private(set) var log: [OperationID: OpRow] = [:]
    /// The account's ended epochs, each with the sequence number at which it ended. Empty unless an operation's base is of
    /// another epoch than the head's.
    let endedEpochs: [EpochID: Int64]

    init(_ ops: [SecretOp], of account: AccountID, head: HeadRow, in transaction: any Transaction) throws {
        var secrets: Set<SecretID> = [], operations: Set<OperationID> = [], hasOtherEpoch = false
        for op in ops {
            secrets.insert(op.id)
            if let copyID = op.copyID { secrets.insert(copyID) }
            operations.insert(op.opID)
            switch op.base {
            case .operation(let earlier): operations.insert(earlier)
            case .rev(let epoch?, _): if epoch != head.epoch { hasOtherEpoch = true }
            case .rev(nil, _), .anything, nil: break
            }
        }
        let sorted = operations.sorted()
        let logged = try transaction.batch(sorted.map { OpTable.select($0, of: account) })
        for (id, rows) in zip(sorted, logged) { log[id] = try rows.first.map(OpRow.init) }
        for rows in try transaction.batch(secrets.sorted().map({ ItemTable.select($0, of: account) })) {
            guard let row = rows.first else { continue }
            let item = try ItemRow(row)
            items[item.id] = item
        }
        endedEpochs = hasOtherEpoch ? try EpochTable.endedEpochs(of: account, in: transaction) : [:]
    }
}
