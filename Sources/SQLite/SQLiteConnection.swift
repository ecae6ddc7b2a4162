import CSQLite
import SQL

/// One open connection to the database file, with its cache of prepared statements. One thread uses it at a time.
final class SQLiteConnection: @unchecked Sendable {  // used by the writer's thread, or lent to one caller by ReaderPool
    enum Role { case writer, reader }

    let handle: OpaquePointer
    /// The number of pages in the write-ahead log, which SQLite's hook updates after each commit.
    private let pagesInLog: UnsafeMutablePointer<Int32>
    private var statements = StatementCache<PreparedStatement>()

    /// The first error of a caller's statement since ``clearError()``. While it is set, every further statement of the
    /// caller is refused with it.
    private(set) var firstError: SQLFault?
    private(set) var changes = 0

    /// Opens a file that exists. The writer's connection is opened first and turns on the write-ahead log.
    init(path: String, role: Role) throws(SQLFault) {
        _ = Self.withoutMemoryStatistics
        var opened: OpaquePointer?
        let access = role == .writer ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let fault = SQLFault(resultCode: code, of: opened, in: "open")
            sqlite3_close(opened)
            throw fault
        }
        handle = opened
        pagesInLog = .allocate(capacity: 1)
        pagesInLog.initialize(to: 0)
        sqlite3_extended_result_codes(handle, 1)
        for option in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_TRUSTED_SCHEMA] {
            latchkey_sqlite_configure(handle, option, 0)
        }
        sqlite3_busy_timeout(handle, 2_000)
        sqlite3_wal_hook(
            handle,
            { counter, _, _, pages in
                counter?.assumingMemoryBound(to: Int32.self).pointee = pages
                return SQLITE_OK
            }, pagesInLog)
        do throws(SQLFault) {
            for setting in Self.settings(of: role) { try run(setting) }
            let mode = try run("PRAGMA journal_mode").first?.values
            guard mode == ["wal"] else {
                throw .unavailable("this file system cannot keep a write-ahead log; put the database on a local disk")
            }
        } catch {
            close()
            throw error
        }
    }

    deinit { pagesInLog.deallocate() }

    /// Closes the file. Nothing may use the connection afterwards.
    func close() {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Lets ``close()`` leave the write-ahead log as it is, so that the next process recovers what is in it.
    func keepLogWhenClosed() { latchkey_sqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

    /// Turns off SQLite's memory statistics, once in a process. Nothing reads them, and they cost a mutex for each
    /// allocation.
    private static let withoutMemoryStatistics: Void = { _ = latchkey_sqlite_disable_memory_statistics() }()

    private static func settings(of role: Role) -> [String] {
        let common = ["PRAGMA temp_store = MEMORY", "PRAGMA foreign_keys = ON", "PRAGMA secure_delete = ON"]
        return switch role {
        case .writer: ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA cache_size = -16000"] + common
        case .reader: ["PRAGMA query_only = ON", "PRAGMA cache_size = -4000"] + common
        }
    }

    /// True while a transaction is open. After some errors SQLite rolls the transaction back by itself.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// True while rows violate a foreign key that is checked only by the commit.
    var hasForeignKeyViolations: Bool { latchkey_sqlite_has_foreign_key_violations(handle) != 0 }

    /// Forgets ``firstError``, so that statements of the next caller run. It does not roll back the changes of the
    /// caller that failed.
    func clearError() { firstError = nil }

    /// Runs a closure on one snapshot of the database.
    func snapshot<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try run("BEGIN")
        defer {
            clearError()
            if (try? run("COMMIT")) == nil { _ = try? run("ROLLBACK") }
        }
        let value = try body(self)
        if let firstError { throw firstError }
        return value
    }

    /// Runs a statement of the engine's own, such as `BEGIN`, which callers may not run.
    @discardableResult
    func run(_ text: String, _ values: [SQLValue] = []) throws(SQLFault) -> [Row] {
        try prepared(text).run(values)
    }

    /// Runs `PRAGMA quick_check`, which checks everything but the contents of indexes, and returns the first damage
    /// found, or nil.
    func firstDamage() throws(SQLFault) -> String? {
        guard case .text(let found)? = try run("PRAGMA quick_check(1)").first?[0] else { return "no answer" }
        return found == "ok" ? nil : found
    }

    /// Copies the write-ahead log into the database file once the log has 1000 pages, so that the log is used again
    /// from its beginning.
    ///
    /// Only the writer's connection does this, because SQLite's WAL-reset bug can occur where a second connection
    /// writes or checkpoints. The checkpoint waits for readers only when the log has 32 000 pages or more.
    func checkpointIfLong() throws(SQLFault) {
        let pages = pagesInLog.pointee
        guard pages >= 1_000 else { return }
        try checkpoint(pages >= 32_000 ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE)
    }

    /// Copies the log that an earlier process has left into the database file, so that this process begins a new one.
    ///
    /// After a failed `fsync` a commit may be in the kernel's memory alone, and no later `fsync` of the log writes it. A
    /// power failure would lose it, and with it every later commit of the same log. On a full disk, and while another
    /// process reads the file, the log stays.
    func mergeLeftLog() throws(SQLFault) {
        do throws(SQLFault) { try truncateLog() } catch {
            switch error {
            case .full, .unavailable: return
            case .corrupt, .constraint, .unknownOutcome, .statement, .damagedRow, .schema: throw error
            }
        }
    }

    /// Copies the whole write-ahead log into the database file and truncates the log, so that deleted bytes are in
    /// neither.
    func truncateLog() throws(SQLFault) {
        try checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }

    private func checkpoint(_ mode: Int32) throws(SQLFault) {
        let code = sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, nil)
        guard code == SQLITE_OK else { throw SQLFault(resultCode: code, of: handle, in: "checkpoint") }
        pagesInLog.pointee = 0
    }

    private func prepared(_ text: String) throws(SQLFault) -> PreparedStatement {
        try statements.find(text) { () throws(SQLFault) in try PreparedStatement(text, on: handle) }.prepared
    }
}

extension SQLiteConnection: Transaction {
    func run(_ statement: Statement) throws -> [Row] {
        if let firstError { throw firstError }
        do throws(SQLFault) {
            let prepared = try prepared(statement.text)
            guard !prepared.isControl else {
                throw .statement(text: statement.text, message: "only the engine begins and ends transactions")
            }
            let rows = try prepared.run(statement.values)
            changes = prepared.isReadOnly ? 0 : Int(sqlite3_changes64(handle))
            return rows
        } catch {
            firstError = error
            throw error
        }
    }
}
