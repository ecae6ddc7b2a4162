import Primitives
import SQL

/// The rows that the operations of a push refer to, read under the lock of the account's head.
struct PushReading {
    private(set) var items: [SecretID: ItemRow] = [:]
    private(set) var log: [OperationID: OpRow] = [:]
    /// The account's ended epochs, each with the sequence number at which it ended. Not read, and empty, unless an
    /// operation names another epoch than the head's.
    let formerEpochs: [EpochID: Int64]

    /// Reads the rows. The generation in force is read in the same exchange, after the lock.
    ///
    /// - Throws: ``OutdatedHead`` if the head is behind that generation.
    init(_ ops: [SecretOp], of account: AccountID, head: HeadRow, in transaction: any Transaction) throws {
        var secrets: Set<SecretID> = [], operations: Set<OperationID> = [], epochs: Set<EpochID> = []
        for op in ops {
            secrets.insert(op.id)
            if let copyID = op.copyID { secrets.insert(copyID) }
            operations.insert(op.opID)
            if let epoch = op.knownEpoch { epochs.insert(epoch) }
            switch op.base {
            case .operation(let earlier): operations.insert(earlier)
            case .rev(let epoch?, _): epochs.insert(epoch)
            case .rev(nil, _), .anything, nil: break
            }
        }
        let sorted = operations.sorted()
        let read = try transaction.batch([Generations.selectNumber] + sorted.map { OpTable.select($0, of: account) })
        _ = try head.checkedCurrent(in: try read[0].first?.int(0) ?? 0)
        for (id, rows) in zip(sorted, read.dropFirst()) { log[id] = try rows.first.map(OpRow.init) }
        for rows in try transaction.batch(secrets.sorted().map({ ItemTable.select($0, of: account) })) {
            guard let row = rows.first else { continue }
            let item = try ItemRow(row)
            items[item.id] = item
        }
        epochs.remove(head.epoch)
        formerEpochs = epochs.isEmpty ? [:] : try EpochTable.formerEpochs(of: account, in: transaction)
    }
}
