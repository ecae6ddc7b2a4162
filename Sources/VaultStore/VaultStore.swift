import Cryptography
public import Primitives
public import SQL

/// Everything the vault keeps: each account's secrets, sealed, in one order of changes.
///
/// Its methods state what is true when they return. Who may call them is the service's business; the store is told by a
/// closure that it asks again, as the last thing before a commit.
public struct VaultStore: Sendable {
    /// The numbers it keeps.
    public let limits: StoreLimits

    let database: any Database
    let keys: KeyRing
    let cache: DEKCache
    let clock: WallClock
    let random: RandomSource

    /// The schema's life, for `Migrations.run`.
    public static var migrations: [Migration] { VaultSchema.migrations }

    /// The store in a database whose schema is today's, after it has checked the keys against it.
    ///
    /// - Throws: ``VaultStoreFault/wrongKey(_:)`` when a key file is missing or is not the one this database was written
    ///   with; the sentence names it.
    public static func open(
        _ database: any Database, keys: KeyRing, clock: WallClock, steady: SteadyClock, random: RandomSource,
        limits: StoreLimits = StoreLimits()
    ) async throws -> VaultStore {
        try await KeyCheck(keys: keys, random: random).run(on: database)
        return VaultStore(
            limits: limits, database: database, keys: keys, cache: DEKCache(clock: steady), clock: clock, random: random
        )
    }

    /// The account's head: made if it was absent, so that every account has an epoch from its first call on.
    /// - Throws: ``VaultStoreFault/purged``.
    public func head(of account: AccountID) async throws -> HeadRow {
        if let head = try await database.read({ try HeadTable.read(account, in: $0) }) { return try head.live() }
        let (epoch, now) = (random.id() as EpochID, clock.now)
        let head = try await database.write { transaction in
            try HeadTable.ensure(account, epoch: epoch, now: now, in: transaction)
            return try HeadTable.lock(account, in: transaction)
        }
        guard let head else { throw VaultStoreFault.damagedRow("an account's head that was just made is missing") }
        return try head.live()
    }

    /// Whether other processes may write the same database.
    public var isShared: Bool { database.dialect == .postgres }

    /// The number of the last change of each of these accounts; without those that were purged or never written.
    public func heads(of accounts: [AccountID]) async throws -> [AccountID: Int64] {
        try await database.read { transaction in
            var heads: [AccountID: Int64] = [:]
            for start in stride(from: 0, to: accounts.count, by: HeadTable.chunk) {
                let chunk = Array(accounts[start..<min(start + HeadTable.chunk, accounts.count)])
                for (account, seq) in try HeadTable.heads(of: chunk, in: transaction) { heads[account] = seq }
            }
            return heads
        }
    }

    /// One secret, tombstones included; nil where there is nothing of that id.
    /// - Throws: ``VaultStoreFault/purged``.
    public func secret(_ id: SecretID, of account: AccountID) async throws -> StoredSecret? {
        let desk = desk(account)
        return try await database.read { transaction in
            guard let head = try HeadTable.read(account, in: transaction) else { return nil }
            _ = try head.live()
            return try transaction.first(ItemTable.read(id, of: account)).map {
                try desk.open(ItemRow($0), in: transaction)
            }
        }
    }

    /// The device has seen everything up to a place, and was here: noted for the day tombstones are purged.
    public func acknowledge(_ place: PullPlace, by device: DeviceID, of account: AccountID) async throws {
        let now = clock.now
        try await database.write { transaction in
            guard let head = try HeadTable.lock(account, in: transaction), head.state == .live else { return }
            try transaction.run(
                DeviceTable.acknowledge(device, of: account, epoch: place.epoch, seq: place.seq, now: now))
        }
    }

    func desk(_ account: AccountID) -> SealingDesk {
        SealingDesk(account: account, keys: keys, cache: cache, random: random)
    }
}

extension HeadRow {
    /// This head, or the refusal a purged account gets.
    func live() throws(VaultStoreFault) -> HeadRow {
        switch state {
        case .live: self
        case .purged: throw .purged
        }
    }
}
