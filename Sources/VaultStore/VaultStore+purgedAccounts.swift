public import Primitives
import SQL

extension VaultStore {
    /// Returns at most `limit` accounts that were purged at or after a time, in the order of their identifiers.
    ///
    /// It is read only after a restore of auth's database, so no index supports it.
    /// - Parameter after: the last account of the page before; nil for the first page.
    public func purgedAccounts(since: Instant, after: AccountID?, limit: Int) async throws -> [AccountID] {
        let statement = Statement(
            """
            SELECT account FROM vault_head WHERE state = 'purged' AND touched_at >= $1 AND account > $2
            ORDER BY account LIMIT $3
            """, .instant(since), .bytes(after?.bytes ?? []), .int(limit))
        return try await database.select(statement).map { try $0.identifier(0) }
    }
}
