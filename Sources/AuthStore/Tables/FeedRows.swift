import Domain
import Primitives
import SQL

/// Statements on `revocation_event`.
extension Transaction {
    /// Puts an event into the feed, still without a number. The account's row is locked by the caller, so that its
    /// events keep their order.
    func tell(
        _ account: AccountID, session: SessionID? = nil, ended: String? = nil, gate: SessionLevel? = nil,
        tsv: Int64? = nil, approval: ApprovalStatus? = nil, at now: Instant
    ) throws {
        let counted = try first(
            Statement("UPDATE account SET ordinal = ordinal + 1 WHERE id = $1 RETURNING ordinal", .id(account)))
        guard let ordinal = try counted?.int(0) else { return }
        try run(
            Statement(
                """
                INSERT INTO revocation_event (account, ordinal, seq, session, ended, gate, tsv, approval, at)
                VALUES ($1, $2, NULL, $3, $4, $5, $6, $7, $8)
                """,
                .id(account), .integer(ordinal), session.map { .id($0) } ?? .null, .textOrNull(ended),
                .textOrNull(gate?.rawValue), .intOrNull(tsv), .textOrNull(approval?.rawValue), .at(now)))
    }
}
