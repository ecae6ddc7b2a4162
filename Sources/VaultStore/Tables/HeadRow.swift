public import Primitives
import SQL

/// The head row of one account, which orders the account's changes.
///
/// Every transaction that changes secrets locks the row first, in a statement of its own. Sequence numbers are
/// therefore assigned in commit order and, within an epoch, without gaps: a snapshot that contains the head contains
/// every change up to ``seq``.
public struct HeadRow: Sendable, Hashable {
    public enum State: String, Sendable {
        /// The account can be read and written.
        case live
        /// The account was erased for good. No write, not even a late first push, revives it.
        case purged
    }

    /// The random id of the account's history; a new one in each generation of the database in which the account is
    /// used.
    public let epoch: EpochID
    /// The sequence number of the last change; 0 if there was none.
    public var seq: Int64
    /// The number up to which tombstones may have been erased: a cursor below it has expired.
    public var floor: Int64
    /// The number up to which entries of the operation log may have been erased: an operation whose
    /// ``SecretOp/knownSeq`` is below it is rejected as expired.
    public var opFloor: Int64
    /// The ``seq`` at which this epoch began; 0 in an account's first epoch.
    public let previousEpochEnd: Int64
    /// The version of the data key that seals new bodies; 0 before the first body.
    public var dekVersion: Int64
    /// The number of secrets that are live or in the trash.
    public var items: Int64
    /// The number of bytes of their bodies, before encryption.
    public var bytes: Int64
    public let state: State
    /// The latest time used in this account. New changes never get an earlier one, even if the host's clock goes back.
    public var touchedAt: Instant
    /// The generation of the database that the account was last brought to. If a later one is in force, the account
    /// needs a new epoch before it is used.
    public let generation: Int64
    /// A random name of the account's present set of data keys, renewed whenever a key is added; nil if the account has
    /// no data key, or if the previous version of the vault created it. A cached key is found only under the name that
    /// the set had when the key was read.
    var dekSet: [UInt8]?
    /// The number of tombstones.
    public var tombstones: Int64
    /// The number of logged operations.
    public var operations: Int64
    /// The number of bytes of the former bodies that are kept, before encryption.
    public var historyBytes: Int64
    /// The operations of devices in the current hour.
    var rate: OperationRate
    /// The operations of backends in the current hour.
    var backendRate: OperationRate
    /// The earliest time at which the sweeper may find something to erase. In a purged account 0 means that the purge
    /// is not complete, and the largest number that it is.
    var dueAt: Instant
}

extension HeadRow {
    init(_ row: Row) throws {
        epoch = try row.identifier(0)
        seq = try row.int(1)
        floor = try row.int(2)
        opFloor = try row.int(3)
        previousEpochEnd = try row.int(4)
        dekVersion = try row.int(5)
        items = try row.int(6)
        bytes = try row.int(7)
        state = try row.enumValue(8)
        touchedAt = try row.instant(9)
        generation = try row.int(10)
        dekSet = try row.bytesOrNil(11)
        tombstones = try row.int(12)
        operations = try row.int(13)
        historyBytes = try row.int(14)
        rate = OperationRate(from: try row.instant(15), count: try row.int(16))
        dueAt = try row.instant(17)
        backendRate = OperationRate(from: try row.instant(18), count: try row.int(19))
    }

    /// Returns this head if the account is live.
    ///
    /// - Throws: ``VaultStoreFault/purged``.
    func checkedLive() throws(VaultStoreFault) -> HeadRow {
        switch state {
        case .live: self
        case .purged: throw .purged
        }
    }

    /// Returns this head if the account is live and was brought to the generation in force.
    ///
    /// - Throws: ``VaultStoreFault/purged``, ``OutdatedHead``.
    func checkedCurrent(in generation: Int64) throws -> HeadRow {
        let head = try checkedLive()
        guard head.generation >= generation else { throw OutdatedHead() }
        return head
    }

    /// Inserts an account's head if it is absent, then locks it.
    ///
    /// The lock is a statement of its own and nothing may be read before it: a statement that locks the head and also
    /// reads items would return the new head with items from before the wait for the lock. For the same reason the
    /// generation in force is read in a later statement.
    /// - Throws: ``VaultStoreFault/purged``.
    static func lock(
        _ account: AccountID, newEpoch: EpochID, now: Instant, in transaction: any Transaction
    ) throws -> HeadRow {
        try transaction.run(HeadTable.insertIfAbsent(account, epoch: newEpoch, now: now))
        guard let row = try transaction.first(HeadTable.lock(account)) else {
            throw SQLFault.damagedRow("the head of an account is missing right after its insertion")
        }
        return try HeadRow(row).checkedLive()
    }
}
