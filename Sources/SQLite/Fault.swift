import CSQLite
import Glibc
import SQL

extension SQLFault {
    /// What a result code of the engine means to a caller.
    ///
    /// A full disk shows itself as `SQLITE_FULL` only for `ENOSPC`; a quota or a file size limit comes as an I/O error
    /// and is told apart by `errno`.
    static func told(by handle: OpaquePointer?, code: Int32, text: String) -> SQLFault {
        let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "no memory"
        switch code & 0xff {
        case SQLITE_CONSTRAINT: return .constraint(message)
        case SQLITE_FULL: return .full
        case SQLITE_IOERR:
            let number = handle.map { latchkey_sqlite_errno($0) } ?? 0
            let isFull = code != fsyncFailed && [ENOSPC, EDQUOT, EFBIG].contains(number)
            return isFull ? .full : .corrupt("\(message) (code \(code), errno \(number))")
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt(message)
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_CANTOPEN, SQLITE_ABORT, SQLITE_PROTOCOL:
            return .unavailable("\(message) (code \(code))")
        case _ where code == fileMoved: return .corrupt("the file was moved or replaced while open")
        case _: return .statement(text: text, message: message)
        }
    }

    /// `SQLITE_IOERR_FSYNC`, a macro Swift does not see.
    private static let fsyncFailed = SQLITE_IOERR | (4 << 8)
    /// `SQLITE_READONLY_DBMOVED`, a macro Swift does not see.
    private static let fileMoved = SQLITE_READONLY | (4 << 8)
}
