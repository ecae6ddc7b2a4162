import Cryptography
public import Primitives
public import SQL

/// The persistent state of the vault: each account's secrets, encrypted, in one total order of changes.
///
/// Every transaction that changes secrets first locks the account's head row (``HeadRow``). The store does not decide
/// who may call it; ``push(_:to:by:at:isAtomic:from:checkAuthorization:)`` runs the given check immediately
/// before its commit.
public struct VaultStore: Sendable {
    public let limits: StoreLimits

    let database: any Database
    let keys: KeyRing
    let cache: DEKCache
    let random: RandomSource

    /// The migrations to run before ``open(_:keys:steady:random:limits:)``.
    public static var migrations: [Migration] { VaultSchema.migrations }

    /// Opens a store on a migrated database after checking that the keys are the ones the database was written with.
    ///
    /// - Parameter steady: measures how long a decrypted data key is used from the cache.
    /// - Throws: ``VaultStoreFault/wrongKey(_:)`` when a key file is missing or holds another key.
    public static func open(
        _ database: any Database, keys: KeyRing, steady: SteadyClock, random: RandomSource,
        limits: StoreLimits = StoreLimits()
    ) async throws -> VaultStore {
        try await KeyCheck(keys: keys, random: random).run(on: database)
        return VaultStore(
            limits: limits, database: database, keys: keys, cache: DEKCache(clock: steady), random: random)
    }

    /// Returns the account's head, after inserting it if the account has none yet.
    ///
    /// - Throws: ``VaultStoreFault/purged``.
    public func head(of account: AccountID, at now: Instant) async throws -> HeadRow {
        if let row = try await database.select(HeadTable.select(account)).first {
            return try HeadRow(row).checkedLive()
        }
        let epoch: EpochID = random.id()
        return try await database.write { transaction in
            try HeadRow.lock(account, newEpoch: epoch, now: now, in: transaction)
        }
    }

    /// True if other processes may write the same database.
    public var isShared: Bool { database.dialect == .postgres }

    /// Returns the sequence number of the last change of each account. Purged and unknown accounts are left out.
    public func heads(of accounts: [AccountID]) async throws -> [AccountID: Int64] {
        try await database.read { transaction in
            var heads: [AccountID: Int64] = [:]
            for start in stride(from: 0, to: accounts.count, by: HeadTable.accountsPerStatement) {
                let chunk = Array(accounts[start..<min(start + HeadTable.accountsPerStatement, accounts.count)])
                for row in try transaction.run(HeadTable.selectSeqs(of: chunk)) {
                    heads[try row.identifier(0)] = try row.int(1)
                }
            }
            return heads
        }
    }

    /// Returns one secret, which may be a tombstone, or nil if the account has none of this id.
    ///
    /// - Throws: ``VaultStoreFault/purged``, ``VaultStoreFault/keyMissing(_:)``.
    public func secret(_ id: SecretID, of account: AccountID) async throws -> StoredSecret? {
        let cipher = bodyCipher(for: account)
        return try await database.read { transaction in
            guard try HeadRow.live(account, in: transaction) != nil else { return nil }
            return try transaction.first(ItemTable.select(id, of: account)).map {
                try cipher.open(ItemRow($0), in: transaction)
            }
        }
    }

    /// Records how far a device has read and when. Tombstones may be erased once every active device has
    /// read them; nothing erases them yet.
    ///
    /// Does nothing for an account that is unknown or purged.
    public func acknowledge(
        _ cursor: PullCursor, by device: DeviceID, of account: AccountID, at now: Instant
    ) async throws {
        try await database.write { transaction in
            let head = try transaction.first(HeadTable.lock(account)).map(HeadRow.init)
            guard head?.state == .live else { return }
            try transaction.run(DeviceTable.acknowledge(cursor, by: device, of: account, now: now))
        }
    }

    func bodyCipher(for account: AccountID) -> BodyCipher {
        BodyCipher(account: account, keys: keys, cache: cache, random: random)
    }
}
