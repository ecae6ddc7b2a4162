import CSQLite
import SQL

/// One open connection to the database file. It is used by one thread at a time and keeps what it compiled.
final class Connection: @unchecked Sendable {  // the writer's thread owns one; Readers lends each other to one caller
    /// Who a connection is for.
    enum Role { case writer, reader }

    private let handle: OpaquePointer
    private let pagesInLog: UnsafeMutablePointer<Int32>
    private var prepared: [String: Prepared] = [:]
    private var turn: UInt64 = 0
    private static let preparedAtMost = 256

    /// The first error of a statement in the present part of a transaction; until that is undone nothing else runs.
    private(set) var spoiled: SQLFault?
    private(set) var changes = 0

    /// Opens a file that exists. The writer's connection comes first and makes it a write-ahead-logged one.
    init(path: String, role: Role) throws(SQLFault) {
        var opened: OpaquePointer?
        let access = role == .writer ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let fault = SQLFault.told(by: opened, code: code, text: "open")
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
            { place, _, _, pages in
                place?.assumingMemoryBound(to: Int32.self).pointee = pages
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

    /// Closes the file; the connection is not used again. Every connection is closed by whoever holds it last.
    func close() {
        prepared = [:]
        sqlite3_close_v2(handle)
    }

    private static func settings(of role: Role) -> [String] {
        let common = ["PRAGMA temp_store = MEMORY", "PRAGMA foreign_keys = ON", "PRAGMA secure_delete = ON"]
        return switch role {
        case .writer: ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA cache_size = -16000"] + common
        case .reader: ["PRAGMA query_only = ON", "PRAGMA cache_size = -4000"] + common
        }
    }

    /// Whether no transaction is open: SQLite ends one by itself when an error leaves it no other way.
    var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Whether rows refer to rows that are not there, under a constraint checked only by the commit.
    var owesForeignKeys: Bool { latchkey_sqlite_owes_foreign_keys(handle) != 0 }

    /// Forgets the error of a part that has been undone.
    func recover() { spoiled = nil }

    /// Runs a closure on one unchanging state of the database.
    func snapshot<T>(_ body: (any Transaction) throws -> T) throws -> T {
        try run("BEGIN")
        defer {
            recover()
            if (try? run("COMMIT")) == nil { _ = try? run("ROLLBACK") }
        }
        let value = try body(self)
        if let spoiled { throw spoiled }
        return value
    }

    /// Runs a statement of the engine's own, such as `BEGIN`, which callers may not.
    @discardableResult
    func run(_ text: String, _ values: [SQLValue] = []) throws(SQLFault) -> [Row] {
        try compiled(text).run(values)
    }

    /// The first damage found in the file, if there is any. `quick_check` leaves the indexes out, `integrity_check`
    /// looks at everything.
    func damage(_ check: String) throws(SQLFault) -> String? {
        guard case .text(let found)? = try run("PRAGMA \(check)(1)").first?[0] else { return "no answer" }
        return found == "ok" ? nil : found
    }

    /// Copies what the log holds into the file once it is long, so that it can start again from its beginning.
    ///
    /// Only the writer does this (the WAL-reset bug needs a second connection that writes or checkpoints). Readers are
    /// waited for only when the log has grown far.
    func checkpointIfLong() throws(SQLFault) {
        let pages = pagesInLog.pointee
        guard pages >= 1_000 else { return }
        try checkpoint(pages >= 32_000 ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE)
    }

    /// Copies the whole log into the file and cuts it to nothing, so that deleted bytes are gone from both.
    func truncateLog() throws(SQLFault) {
        try checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }

    private func checkpoint(_ mode: Int32) throws(SQLFault) {
        let code = sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, nil)
        guard code == SQLITE_OK else { throw .told(by: handle, code: code, text: "checkpoint") }
        pagesInLog.pointee = 0
    }

    private func compiled(_ text: String) throws(SQLFault) -> Prepared {
        turn += 1
        if let known = prepared[text] {
            known.lastUsed = turn
            return known
        }
        if prepared.count >= Self.preparedAtMost,
            let oldest = prepared.min(by: { $0.value.lastUsed < $1.value.lastUsed })
        {
            prepared[oldest.key] = nil
        }
        let made = try Prepared(text, on: handle)
        made.lastUsed = turn
        prepared[text] = made
        return made
    }
}

extension Connection: Transaction {
    func run(_ statement: Statement) throws -> [Row] {
        if let spoiled { throw spoiled }
        do throws(SQLFault) {
            let prepared = try compiled(statement.text)
            guard !prepared.isControl else {
                throw .statement(text: statement.text, message: "only the engine begins and ends transactions")
            }
            let rows = try prepared.run(statement.values)
            changes = prepared.isReadOnly ? 0 : Int(sqlite3_changes64(handle))
            return rows
        } catch {
            spoiled = error
            throw error
        }
    }
}
