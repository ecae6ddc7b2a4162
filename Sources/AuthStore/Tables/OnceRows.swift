import Primitives
import SQL

/// Statements on `idempotency`.
extension Transaction {
    /// Claims a request inside the transaction of its effect; what was kept if it took effect before.
    func claim(_ once: Once?, keeping answer: [UInt8], at now: Instant) throws -> Once.Memory? {
        guard let once else { return nil }
        try run(
            Statement(
                """
                INSERT INTO idempotency (owner, thumbprint, method, request, request_mac, answer, at)
                VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
                """,
                .bytes(once.owner), .text(once.thumbprint), .text(once.method), .id(once.request), .bytes(once.mac),
                .bytes(answer), .at(now)))
        if changes == 1 { return nil }
        guard let memory = try memory(of: once) else {
            throw SQLFault.unavailable("a request was forgotten while it was repeated")
        }
        return memory
    }

    /// What is known of a request; nil when it never took effect.
    func memory(of once: Once) throws -> Once.Memory? {
        let row = try first(
            Statement(
                """
                SELECT request_mac, answer, at FROM idempotency
                WHERE owner = $1 AND thumbprint = $2 AND method = $3 AND request = $4
                """, .bytes(once.owner), .text(once.thumbprint), .text(once.method), .id(once.request)))
        guard let row else { return nil }
        return try row.bytes(0) == once.mac ? .done(row.bytes(1), at: row.instant(2)) : .reused
    }
}
