public import Cryptography
public import Primitives
public import SQL
import SQLite

/// The device's store. Each method runs one transaction. The profile and what only this device has are encrypted under the
/// platform key; the bodies of synchronised entries of an account with a PIN under a ``ShareKey``.
public struct LocalStore: Sendable {
    let database: any Database
    let cipher: StoreCipher
    /// Held by the sync that is under way: one at a time for each store.
    let syncLock = AsyncLock()
    let awaitedRequests = AwaitedRequests()

    /// Opens the store and brings its tables up to date.
    ///
    /// - Parameter platformKey: a key that the platform protects (a file of mode 0600 in the reference device).
    /// - Parameter shares: holds the unlock share of an account with a PIN.
    /// - Throws: `DeviceFault.storeUnreadable` if the store was written with another key.
    public init(
        on database: any Database, platformKey: Key256, random: RandomSource,
        shares: HeldShares = HeldShares(clock: .system)
    ) async throws {
        self.database = database
        cipher = StoreCipher(key: platformKey, random: random, shares: shares)
        _ = try await Migrations.run(DeviceSchema.migrations, on: database)
        // The profile is decrypted with every transaction. A device on which nobody has signed in may have none.
        _ = try await read { try $0.entries(EntryTable.selectOne) }
        shares.forget(exceptOf: try await profile().lock?.account)
    }

    /// Opens the store in a SQLite file, which is created if it does not exist.
    ///
    /// - Throws: an error that says so if another process has the file open, or if the file is damaged.
    public static func open(
        path: String, platformKey: Key256, random: RandomSource, shares: HeldShares = HeldShares(clock: .system)
    ) async throws -> LocalStore {
        try await LocalStore(
            on: SQLiteDatabase.open(path: path, readers: 1), platformKey: platformKey, random: random, shares: shares)
    }

    /// True while a process has the store in this file open.
    public static func isOpen(path: String) -> Bool { (try? SQLiteDatabase.processUsing(path)) != nil }

    public func profile() async throws(DeviceFault) -> Profile { try await read { $0.profile } }

    /// Changes the profile; the change is on disk when this returns.
    ///
    /// - Parameter session: the session the change belongs to; nil for a change that belongs to none.
    /// - Throws: `DeviceFault.sessionChanged` if another session, or none, is stored.
    @discardableResult
    func changeProfile(
        of session: SessionIdentity? = nil, _ change: @Sendable @escaping (inout Profile) -> Void
    ) async throws(DeviceFault) -> Profile {
        try await write(of: session) { transaction in
            change(&transaction.profile)
            return transaction.profile
        }
    }

    /// Returns all entries, oldest first, also those whose deletion the server has not yet confirmed, and those in the
    /// local trash.
    public func entries() async throws(DeviceFault) -> [LocalEntry] { try await read { try $0.entries() } }

    /// Writes an entry whole, replacing the one of the same id.
    public func put(_ entry: LocalEntry) async throws(DeviceFault) { try await write { try $0.put(entry) } }

    /// Reads profile and entries as of one moment.
    func read<T: Sendable>(
        _ body: @Sendable @escaping (StoreTransaction) throws -> T
    ) async throws(DeviceFault) -> T {
        do {
            return try await database.read { [cipher] in try body(StoreTransaction($0, cipher)) }
        } catch {
            throw DeviceFault(storing: error)
        }
    }

    /// Changes profile and entries in one transaction; an error thrown by the closure undoes all of it.
    ///
    /// - Parameter session: the session to whose calls the change belongs. If the profile has another one by now, the
    ///   closure does not run: the answer of a call is applied only to the session that asked.
    /// - Throws: `DeviceFault.sessionChanged`, and what the closure throws.
    func write<T: Sendable>(
        of session: SessionIdentity? = nil, _ body: @Sendable @escaping (inout StoreTransaction) throws -> T
    ) async throws(DeviceFault) -> T {
        let value: T, hasNewShare: Bool, hasSealedAgain: Bool, locks: (before: AccountID?, after: AccountID?)
        do {
            (value, hasNewShare, hasSealedAgain, locks) = try await database.write { [cipher] in
                var transaction = try StoreTransaction($0, cipher)
                if let session, session != transaction.profile.session { throw DeviceFault.sessionChanged }
                let before = transaction.profile
                let value = try body(&transaction)
                let keeps = transaction.profile.keepsEntriesAtDeparture
                if keeps != before.keepsEntriesAtDeparture { try transaction.sealSynchronisedRows() }
                if transaction.profile != before { try transaction.storeProfile() }
                if let share = transaction.newShare { cipher.shares.hold(share) }
                return (
                    value, transaction.newShare != nil,
                    transaction.profile.lock != nil && before.keepsEntriesAtDeparture && !keeps,
                    (before.lock?.account, transaction.profile.lock?.account)
                )
            }
        } catch {
            throw DeviceFault(storing: error)
        }
        if locks.before != locks.after { cipher.shares.forget(exceptOf: locks.after) }
        if hasNewShare { try await keepNewShare() } else if hasSealedAgain { await truncateLog() }
        return value
    }

    /// Holds the unlock share that a committed transaction has installed, and writes it to the storage.
    private func keepNewShare() async throws(DeviceFault) {
        await truncateLog()
        try cipher.shares.store()
    }

    /// Truncates the log of the database file, in which a body that is sealed under the share by now may still lie under the
    /// platform key. Where a reader or a full disk prevents this now, the next start of the app does it.
    func truncateLog() async { try? await (database as? SQLiteDatabase)?.truncateLog() }
}
