public import Audit
import Cryptography
public import Primitives
public import SQL

/// The persistent state of the vault: each account's secrets, encrypted, in one total order of changes.
///
/// Every transaction that changes secrets first locks the account's head row (``HeadRow``). The store does not decide
/// who may call it; ``push(_:to:by:at:isAtomic:from:ifAt:checkAuthorization:)`` runs the given check immediately
/// before its commit.
public struct VaultStore: Sendable {
    public let limits: StoreLimits
    /// The times after which the sweeper may erase something.
    public let retention: Retention

    let database: any Database
    let keys: KeyRing
    let cache: DEKCache
    let random: RandomSource
    let generations: GenerationWatch
    let sweepTime: SweepTime
    let meter = UsageMeter()
    /// The audit log of the database.
    public let auditLog: AuditLog
    let authenticator: AuditAuthenticator
    /// Returns the body with which a former version becomes the present one, from the bodies of both; by default that of the
    /// former version.
    public var restoredBody: @Sendable (_ former: [UInt8], _ present: [UInt8]) -> [UInt8] = { former, _ in former }

    /// The migrations to run before ``open(_:keys:steady:random:limits:retention:)``.
    public static var migrations: [Migration] { VaultSchema.migrations }

    /// Opens a store on a migrated database after checking that the keys are the ones the database was written with.
    ///
    /// - Parameter steady: measures how long a decrypted data key is used from the cache, and the time between two
    ///   passes of the sweeper.
    /// - Throws: ``WrongVaultKey`` when a key file is missing or holds another key.
    public static func open(
        _ database: any Database, keys: KeyRing, steady: SteadyClock, random: RandomSource,
        limits: StoreLimits = StoreLimits(), retention: Retention = Retention()
    ) async throws -> VaultStore {
        try await checkKeys(keys, on: database, random: random)
        let authenticator = keys.auditAuthenticator(random), auditLog = AuditLog(database, authenticator)
        try await auditLog.open()
        let cache = DEKCache(clock: steady)
        let generation = try await database.select(Generations.selectNumber).first?.int(0) ?? 0
        return VaultStore(
            limits: limits, retention: retention, database: database, keys: keys, cache: cache, random: random,
            generations: GenerationWatch(generation) { _ in cache.removeAll() },
            sweepTime: SweepTime(steady, table: "vault_sweep"), auditLog: auditLog, authenticator: authenticator)
    }

    /// Checks that the keys are the ones the database was written with. The database may be an older one, whose
    /// migrations have not run.
    ///
    /// - Throws: ``WrongVaultKey`` when a key file is missing or holds another key.
    public static func checkKeys(_ keys: KeyRing, on database: any Database, random: RandomSource) async throws {
        try await KeyCheck(keys: keys, random: random).run(on: database)
    }

    /// Runs a write transaction, at the end of which the rows of the audit log are written that it has recorded.
    func change<T: Sendable>(
        by actor: AuditActor = .service, _ body: @Sendable @escaping (any Transaction) throws -> T
    ) async throws -> T {
        try await database.write { [authenticator] transaction in
            try AuditedTransaction.run(in: transaction, by: actor, authenticator, body)
        }
    }

    /// Returns the account's head, after inserting it if the account has none yet.
    ///
    /// - Throws: ``VaultStoreFault/purged``.
    public func head(of account: AccountID, at now: Instant) async throws -> HeadRow {
        try await inCurrentEpoch(of: account) {
            if let row = try await database.select(HeadTable.select(account)).first { return try currentHead(row) }
            let epoch: EpochID = random.id()
            return try await database.write { transaction in
                let head = try HeadRow.lock(account, newEpoch: epoch, now: now, in: transaction)
                return try head.checkedCurrent(in: try Generations.number(in: transaction))
            }
        }
    }

    /// True if other processes may write the same database.
    public var isShared: Bool { database.dialect == .postgres }

    /// Returns the sequence number of the last change of each account. Purged and unknown accounts are left out.
    ///
    /// If another instance has begun a generation since the last read, the actions of ``onNewGeneration(_:)`` run.
    public func heads(of accounts: [AccountID]) async throws -> [AccountID: Int64] {
        try await database.read { transaction in
            generations.note(try Generations.number(in: transaction))
            var heads: [AccountID: Int64] = [:]
            for statement in HeadTable.selectSeqs(of: accounts) {
                for row in try transaction.run(statement) { heads[try row.identifier(0)] = try row.int(1) }
            }
            return heads
        }
    }

    /// Returns one secret, which may be a tombstone, or nil if the account has none of this id.
    ///
    /// - Throws: ``VaultStoreFault/purged``, ``VaultStoreFault/keyMissing(_:)``.
    public func secret(_ id: SecretID, of account: AccountID) async throws -> StoredSecret? {
        try await read(account) { _, cipher, transaction in
            try transaction.first(ItemTable.select(id, of: account)).map {
                try cipher.open(ItemRow($0), in: transaction)
            }
        } ?? nil
    }
}
