import Domain
import Primitives
import SQL

/// Statements on `otp_challenge`, `otp_streak` and `registration`.
extension Transaction {
    /// A challenge, whatever became of it.
    func challenge(_ id: ChallengeID) throws -> ChallengeRecord? {
        try first(Statement("SELECT \(ChallengeRecord.columns) FROM otp_challenge WHERE id = $1", .id(id)))
            .map { try ChallengeRecord($0) }
    }

    /// A challenge, whatever became of it, its row locked until the end.
    func lockChallenge(_ id: ChallengeID) throws -> ChallengeRecord? {
        try first(Statement("SELECT \(ChallengeRecord.columns) FROM otp_challenge WHERE id = $1 {lockRow}", .id(id)))
            .map { try ChallengeRecord($0) }
    }

    /// Locks every registration and challenge of a number, on whatever device key.
    func lockCodes(phone index: [UInt8]) throws {
        for (table, key) in [("registration", "thumbprint"), ("otp_challenge", "id")] {
            try run(
                Statement("SELECT 1 FROM \(table) WHERE phone_index = $1 ORDER BY \(key) {lockRow}", .bytes(index)))
        }
    }

    /// Uses a challenge up in the statement that checks it is unused; nil when it was used, replaced or is too old.
    func consume(_ id: ChallengeID, at now: Instant) throws -> ChallengeRecord? {
        let row = try first(
            Statement(
                """
                UPDATE otp_challenge SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND ended_at IS NULL AND expires > $2
                RETURNING \(ChallengeRecord.columns)
                """, .id(id), .at(now)))
        guard let row else { return nil }
        try dropMessage(of: id)
        return try ChallengeRecord(row)
    }

    /// Ends the open challenges of a device key for a number, messages not yet sent included.
    func endChallenges(phone index: [UInt8], thumbprint: String, at now: Instant) throws {
        let ended = try run(
            Statement(
                """
                UPDATE otp_challenge SET ended_at = $3
                WHERE phone_index = $1 AND thumbprint = $2 AND ended_at IS NULL AND used_at IS NULL RETURNING id
                """, .bytes(index), .text(thumbprint), .at(now)))
        for row in ended { try dropMessage(of: row.id(0)) }
    }

    /// Opens a challenge in place of the one its device key has open for the number.
    ///
    /// Another one may be opened at the same moment: the unique index lets one of them in, and the other ends it first.
    func replaceChallenge(with new: NewChallenge, at now: Instant) throws {
        repeat {
            try endChallenges(phone: new.phoneIndex, thumbprint: new.thumbprint, at: now)
            try run(
                Statement(
                    """
                    INSERT INTO otp_challenge (id, purpose, phone_index, thumbprint, prefix, salt, code_hash, tries,
                        used_at, ended_at, created, expires) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, NULL, NULL, $8, $9)
                    ON CONFLICT (phone_index, thumbprint) WHERE used_at IS NULL AND ended_at IS NULL DO NOTHING
                    """,
                    .id(new.id), .word(new.purpose), .bytes(new.phoneIndex), .text(new.thumbprint),
                    .text(new.keys.prefix), .bytes(new.salt), .bytes(new.codeHash), .at(now), .at(new.expires)))
        } while changes == 0
    }

    /// How long a device key has to wait before it may guess codes of a number again; nil when it need not.
    func wait(phone index: [UInt8], thumbprint: String, at now: Instant) throws -> Instant? {
        let row = try first(
            Statement(
                "SELECT waits_until FROM otp_streak WHERE phone_index = $1 AND thumbprint = $2 AND waits_until > $3",
                .bytes(index), .text(thumbprint), .at(now)))
        return try row?.instant(0)
    }

    /// The live registration of a number on a device key.
    func registration(phone index: [UInt8], thumbprint: String, at now: Instant) throws -> RegistrationRecord? {
        try first(
            Statement(
                """
                SELECT \(RegistrationRecord.columns) FROM registration
                WHERE phone_index = $1 AND thumbprint = $2 AND expires > $3
                """, .bytes(index), .text(thumbprint), .at(now))
        ).map { try RegistrationRecord($0) }
    }
}
