import AuthService
import Cryptography
import Primitives
import SQL

extension World {
    /// The recorded end of a session; nil if auth's tables cannot be read, or have no such session or account now.
    func recordedEnd(of session: String, account: AccountID) async -> String? {
        guard let id = SessionID(session) else { return nil }
        let select = Statement(
            """
            SELECT s.ended, s.tsv < a.tsv, s.begun_in < (SELECT COALESCE(MAX(generation), 0) FROM older_copy) FROM session s JOIN account a ON a.id = s.account
            WHERE s.account = $1 AND s.id = $2
            """, .identifier(account), .identifier(id))
        let rows = await look(at: .auth) { try await $0.select(select) }
        guard let row = rows?.first else { return nil }
        if let ended = try? row.textOrNil(0) { return ended }
        if (try? row.int(2)) == 1 { return "loginRequired" }
        return (try? row.int(1)) == 1 ? "sessionRevoked" : "no end"
    }

    /// True if auth's tables can be read and contain the record of an account's deletion.
    func recordsDeletion(of account: AccountID) async -> Bool {
        let select = Statement("SELECT tag, sealed FROM deletion WHERE sealed IS NOT NULL")
        let rows = await look(at: .auth) { try await $0.select(select) }
        return rows?.contains { row in
            guard let tag = try? row.bytes(0), let sealed = try? row.bytes(1) else { return false }
            let data = LengthPrefixed.encode("latchkey/deleted-account/1", tag)
            return (try? AESGCM.open(sealed, key: keys.authKeys.seal, aad: data)) == account.bytes
        } ?? false
    }
}
