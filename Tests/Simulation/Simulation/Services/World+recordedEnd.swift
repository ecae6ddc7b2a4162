import Primitives
import SQL

extension World {
    /// The recorded end of a session; nil if auth's tables cannot be read, or have no such session or account now.
    func recordedEnd(of session: String, account: AccountID) async -> String? {
        guard let id = SessionID(session) else { return nil }
        let select = Statement(
            """
            SELECT s.ended, s.tsv < a.tsv FROM session s JOIN account a ON a.id = s.account
            WHERE s.account = $1 AND s.id = $2
            """, .identifier(account), .identifier(id))
        let rows = await look(at: .auth) { try await $0.select(select) }
        guard let row = rows?.first else { return nil }
        if let ended = try? row.textOrNil(0) { return ended }
        return (try? row.int(1)) == 1 ? "sessionRevoked" : "no end"
    }
}
