import AuthService
import Cryptography
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
    /// True if auth runs and has the record of an account's deletion.
    func recordsDeletion(of account: AccountID) async -> Bool {
        guard let process, isRunning else { return false }
        host.disk.pauseFaults(true)
        defer { host.disk.pauseFaults(false) }
        let rows = try? await process.database.select(
            Statement("SELECT tag, sealed FROM deletion WHERE sealed IS NOT NULL"))
        return rows?.contains { row in
            guard let tag = try? row.bytes(0), let sealed = try? row.bytes(1) else { return false }
            let data = LengthPrefixed.encode("latchkey/deleted-account/1", tag)
            return (try? AESGCM.open(sealed, key: keys.authKeys.seal, aad: data)) == account.bytes
        } ?? false
    }

    /// True if the database refuses all writes after a fault of its disk, so that only a restart helps.
    var isDamaged: Bool { process?.database.permanentFault != nil }
}
