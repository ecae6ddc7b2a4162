import Primitives
import SQL
import SQLite

extension HostOfService {
    /// The recorded end of a session; nil if auth does not run or has no such session or account now.
    func recordedEnd(of session: String, account: AccountID) async -> String? {
        guard let process, isRunning, let id = SessionID(session) else { return nil }
        host.disk.pauseFaults(true)
        defer { host.disk.pauseFaults(false) }
        let rows = try? await process.database.select(
            Statement(
                """
                SELECT s.ended, s.tsv < a.tsv FROM session s JOIN account a ON a.id = s.account
                WHERE s.account = $1 AND s.id = $2
                """, .identifier(account), .identifier(id)))
        guard let row = rows?.first else { return nil }
        if let ended = try? row.textOrNil(0) { return ended }
        return (try? row.int(1)) == 1 ? "sessionRevoked" : "no end"
    }
}

extension HostOfService {
    /// True if the database refuses all writes after a fault of its disk, so that only a restart helps.
    var isDamaged: Bool { process?.database.permanentFault != nil }
}
