import Domain
import Primitives
import SQL

/// Statements on `session`. Every ending writes its event in the same transaction.
extension Transaction {
    /// A session, alive or ended.
    func session(_ id: SessionID, of account: AccountID) throws -> SessionRecord? {
        try first(
            Statement(
                "SELECT \(SessionRecord.columns) FROM session s WHERE s.account = $1 AND s.id = $2", .id(account),
                .id(id))
        ).map { try SessionRecord($0) }
    }

    /// The live sessions of an account, newest first.
    func liveSessions(of account: AccountID) throws -> [SessionRecord] {
        try run(
            Statement(
                """
                SELECT \(SessionRecord.columns) FROM session s WHERE s.account = $1 AND s.ended IS NULL
                ORDER BY s.created DESC, s.id
                """, .id(account))
        ).map { try SessionRecord($0) }
    }

    /// Opens a session.
    func insertSession(
        _ id: SessionID, of account: AccountRecord, device: DeviceRecord, gate: SessionLevel, tsv: Int64,
        family: FamilyID, refreshHash: [UInt8], digits: String?, at now: Instant, expires: Instant
    ) throws {
        try run(
            Statement(
                """
                INSERT INTO session (account, id, device, thumbprint, gate, tsv, family, generation, refresh_hash,
                    previous_hash, digits, admit_tries, ended, ended_at, created, last_used, expires)
                VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, NULL, $9, 0, NULL, NULL, $10, $10, $11)
                """,
                .id(account.id), .id(id), .id(device.id), .text(device.thumbprint), .word(gate), .integer(tsv),
                .id(family), .bytes(refreshHash), .textOrNull(digits), .at(now), .at(expires)))
    }

    /// Ends a live session and says why, here and in the feed; nothing happens to one that has ended.
    func end(_ session: SessionID, of account: AccountID, because why: SessionEnd, at now: Instant) throws -> Bool {
        try run(
            Statement(
                """
                UPDATE session SET ended = $3, ended_at = $4, digits = NULL
                WHERE account = $1 AND id = $2 AND ended IS NULL
                """, .id(account), .id(session), .word(why), .at(now)))
        guard changes == 1 else { return false }
        try tell(account, session: session, ended: why.rawValue, at: now)
        return true
    }
}
