import Primitives
import SQL

/// Statements on `idempotency`: the requests that took effect under a `requestId`, with their responses.
enum IdempotencyTable {
    /// The time after which the sweep deletes a row.
    static let keptFor = Duration.days(1)

    /// Claims a key inside the transaction of the request's effect. Returns nil if the request may take effect or has
    /// no key. If the key was claimed before, returns the stored response, or `keyReused` for other content.
    static func claim(
        _ key: IdempotencyKey?, storing response: [UInt8], at now: Instant, in transaction: any Transaction
    ) throws -> StoredResponse? {
        guard let key else { return nil }
        for (count, request) in key.requests.enumerated() {
            try transaction.run(insert(request, of: key, storing: response, at: now))
            if transaction.changes == 1 { continue }
            guard let stored = try read(request, of: key, in: transaction) else {
                throw SQLFault.unavailable("the stored response was removed while its request was repeated")
            }
            for claimed in key.requests.prefix(count) { try transaction.run(delete(claimed, of: key)) }
            return stored
        }
        return nil
    }

    private static func insert(
        _ request: RequestID, of key: IdempotencyKey, storing response: [UInt8], at now: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO idempotency (owner, thumbprint, method, request, request_mac, answer, at, hash_key)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
            """,
            .bytes(key.owner), .text(key.thumbprint), .text(key.method), .identifier(request),
            .bytes(key.macs[key.hashKey] ?? []),
            .bytes(response), .instant(now), .int(key.hashKey))
    }

    /// The stored response of a request, or `keyReused` if the key was used for other content; nil if nothing is stored
    /// under the key.
    static func read(_ key: IdempotencyKey, in transaction: any Transaction) throws -> StoredResponse? {
        for request in key.requests {
            if let stored = try read(request, of: key, in: transaction) { return stored }
        }
        return nil
    }

    private static func read(
        _ request: RequestID, of key: IdempotencyKey, in transaction: any Transaction
    ) throws -> StoredResponse? {
        let row = try transaction.first(
            Statement(
                """
                SELECT request_mac, answer, at, hash_key FROM idempotency
                WHERE owner = $1 AND thumbprint = $2 AND method = $3 AND request = $4
                """, .bytes(key.owner), .text(key.thumbprint), .text(key.method), .identifier(request)))
        guard let row else { return nil }
        let number = try row.keyNumber(3)
        guard let mac = key.macs[number] else {
            throw SQLFault.unavailable("the key hash-\(number) of a stored request has not been read")
        }
        return try row.bytes(0) == mac ? .response(row.bytes(1), at: row.instant(2)) : .keyReused
    }

    /// Replaces the response of a request that this transaction has claimed.
    static func store(_ response: [UInt8], for key: IdempotencyKey) -> [Statement] {
        key.requests.map { request in
            Statement(
                """
                UPDATE idempotency SET answer = $5
                WHERE owner = $1 AND thumbprint = $2 AND method = $3 AND request = $4
                """,
                .bytes(key.owner), .text(key.thumbprint), .text(key.method), .identifier(request), .bytes(response))
        }
    }

    private static func delete(_ request: RequestID, of key: IdempotencyKey) -> Statement {
        Statement(
            "DELETE FROM idempotency WHERE owner = $1 AND thumbprint = $2 AND method = $3 AND request = $4",
            .bytes(key.owner), .text(key.thumbprint), .text(key.method), .identifier(request))
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM idempotency WHERE owner = $1", .bytes(account.bytes))
    }
}
