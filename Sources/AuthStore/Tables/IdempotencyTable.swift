import Primitives
import SQL

/// Statements on `idempotency`: the requests that took effect under a `requestId`, with their responses. The sweep
/// deletes a row after a day.
enum IdempotencyTable {
    /// Claims a key inside the transaction of the request's effect. Returns nil if the request may take effect or has
    /// no key. If the key was claimed before, returns the stored response, or `keyReused` for other content.
    static func claim(
        _ key: IdempotencyKey?, storing response: [UInt8], at now: Instant, in transaction: any Transaction
    ) throws -> StoredResponse? {
        guard let key else { return nil }
        try transaction.run(
            Statement(
                """
                INSERT INTO idempotency (owner, thumbprint, method, request, request_mac, answer, at)
                VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
                """,
                .bytes(key.owner), .text(key.thumbprint), .text(key.method), .identifier(key.request),
                .bytes(key.mac), .bytes(response), .instant(now)))
        if transaction.changes == 1 { return nil }
        guard let stored = try read(key, in: transaction) else {
            throw SQLFault.unavailable("the stored response was removed while its request was repeated")
        }
        return stored
    }

    /// The stored response of a request, or `keyReused` if the key was used for other content; nil if nothing is stored
    /// under the key.
    static func read(_ key: IdempotencyKey, in transaction: any Transaction) throws -> StoredResponse? {
        let row = try transaction.first(
            Statement(
                """
                SELECT request_mac, answer, at FROM idempotency
                WHERE owner = $1 AND thumbprint = $2 AND method = $3 AND request = $4
                """, .bytes(key.owner), .text(key.thumbprint), .text(key.method), .identifier(key.request)))
        guard let row else { return nil }
        return try row.bytes(0) == key.mac ? .response(row.bytes(1), at: row.instant(2)) : .keyReused
    }

    /// Replaces the response of a request that this transaction has claimed.
    static func store(_ response: [UInt8], for key: IdempotencyKey) -> Statement {
        Statement(
            """
            UPDATE idempotency SET answer = $5
            WHERE owner = $1 AND thumbprint = $2 AND method = $3 AND request = $4
            """,
            .bytes(key.owner), .text(key.thumbprint), .text(key.method), .identifier(key.request), .bytes(response))
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM idempotency WHERE owner = $1", .bytes(account.bytes))
    }
}
