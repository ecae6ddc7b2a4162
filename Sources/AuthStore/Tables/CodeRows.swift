import Rehearsal
import SQL
import Vocabulary

/// Statements on `otp_challenge`, `otp_streak` and `registration`.
extension Transaction {
    /// A challenge, whatever became of it.
    func challenge(_ id: ChallengeID) throws -> ChallengeRecord? {
        try first(Statement("SELECT \(ChallengeRecord.columns) FROM otp_challenge WHERE id = $1", .id(id)))
            .map { try ChallengeRecord($0) }
    }

    /// Uses a challenge up in the statement that checks it is unused; nil when it was used, replaced or is too old.
    func consume(_ id: ChallengeID, at now: Instant) throws -> ChallengeRecord? {
        let unused = Mutant.isPlanted("otp-consume-not-checked") ? "" : "AND used_at IS NULL"
        let row = try first(
            Statement(
                """
                UPDATE otp_challenge SET used_at = $2 WHERE id = $1 \(unused) AND ended_at IS NULL AND expires > $2
                RETURNING \(ChallengeRecord.columns)
                """, .id(id), .at(now)))
        guard let row else { return nil }
        try dropMessage(of: id)
        return try ChallengeRecord(row)
    }

    /// Ends the open challenges of a device key for a number, messages not yet sent included.
    func endChallenges(phone index: [UInt8], thumbprint: String, at now: Instant) throws {
        let cleared = Mutant.isPlanted("ended-code-clears-tries") ? ", tries = 0" : ""
        let ended = try run(
            Statement(
                """
                UPDATE otp_challenge SET ended_at = $3\(cleared)
                WHERE phone_index = $1 AND thumbprint = $2 AND ended_at IS NULL AND used_at IS NULL RETURNING id
                """, .bytes(index), .text(thumbprint), .at(now)))
        for row in ended { try dropMessage(of: row.id(0)) }
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
