import CSQLite
import Glibc
import SQL

extension SQLFault {
    /// Classifies a result code of SQLite.
    ///
    /// SQLite reports a full disk as `SQLITE_FULL` only for `ENOSPC`. An exceeded quota or file size limit arrives as
    /// an I/O error and is recognised by its `errno`, except when `fsync` failed: what is on the disk is then unknown.
    init(resultCode code: Int32, of connection: OpaquePointer?, in text: String) {
        let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "no memory"
        switch code & 0xff {
        case SQLITE_CONSTRAINT: self = .constraint(message)
        case SQLITE_FULL: self = .full
        case SQLITE_IOERR:
            let number = connection.map { latchkey_sqlite_errno($0) } ?? 0
            let isFull = code != Self.fsyncFailed && [ENOSPC, EDQUOT, EFBIG].contains(number)
            self = isFull ? .full : .corrupt("\(message) (code \(code), errno \(number))")
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt(message)
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_CANTOPEN, SQLITE_ABORT, SQLITE_PROTOCOL:
            self = .unavailable("\(message) (code \(code))")
        case _ where code == Self.fileMoved: self = .corrupt("the file was moved or replaced while open")
        case _: self = .statement(text: text, message: message)
        }
    }

    /// `SQLITE_IOERR_FSYNC`, a macro that Swift does not import.
    private static let fsyncFailed = SQLITE_IOERR | (4 << 8)
    /// `SQLITE_READONLY_DBMOVED`, a macro that Swift does not import.
    private static let fileMoved = SQLITE_READONLY | (4 << 8)
}
