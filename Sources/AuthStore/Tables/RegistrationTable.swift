import Domain
import Primitives
import SQL

/// Statements on `registration`.
enum RegistrationTable {
    /// The registration of a number by a device key that has not expired.
    static func read(
        phone: PhoneIndex, thumbprint: String, at now: Instant, in transaction: any Transaction
    ) throws -> RegistrationRecord? {
        try transaction.first(
            Statement(
                """
                SELECT \(RegistrationRecord.columns) FROM registration
                WHERE \(PhoneIndex.isOfNumber) AND thumbprint = $3 AND expires > $4
                """, values: phone.values + [.text(thumbprint), .instant(now)])
        ).map { try RegistrationRecord($0) }
    }

    /// The registration a challenge belongs to, if this device key started it and it has not expired.
    static func read(
        challenge: ChallengeID, thumbprint: String, at now: Instant, in transaction: any Transaction
    ) throws -> RegistrationRecord? {
        try transaction.first(
            Statement(
                """
                SELECT \(RegistrationRecord.columns) FROM registration
                WHERE challenge = $1 AND thumbprint = $2 AND expires > $3
                """, .identifier(challenge), .text(thumbprint), .instant(now))
        ).map { try RegistrationRecord($0) }
    }

    static func lock(_ registration: RegistrationRecord) -> Statement {
        Statement(
            "SELECT 1 FROM registration WHERE phone_index = $1 AND thumbprint = $2 {lockRow}",
            .bytes(registration.phoneIndex.bytes), .text(registration.thumbprint))
    }

    /// Inserts a registration, or replaces an expired one of the same key; returns false, and changes nothing, while one
    /// is live.
    static func insert(
        _ new: RegistrationRecord, state: Registration.State, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        if new.phoneIndex.other != nil {
            // The primary key sees one of the two keyed hashes of the number. The send windows of the number, which
            // every start of a device key locks, keep two starts from running at once.
            let values = new.phoneIndex.values + [.text(new.thumbprint), .instant(now)]
            let row = "\(PhoneIndex.isOfNumber) AND thumbprint = $3 AND"
            try transaction.run(Statement("DELETE FROM registration WHERE \(row) expires <= $4", values: values))
            let live = try transaction.first(
                Statement("SELECT 1 FROM registration WHERE \(row) expires > $4", values: values))
            if live != nil { return false }
        }
        try transaction.run(
            Statement(
                """
                INSERT INTO registration (phone_index, thumbprint, facility_group, state, challenge, phone_sealed,
                    device_name, started, expires, seal_key, index_key, phone_index_other)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                ON CONFLICT (phone_index, thumbprint) DO UPDATE SET facility_group = $3, state = $4, challenge = $5,
                    phone_sealed = $6, device_name = $7, started = $8, expires = $9, seal_key = $10, index_key = $11,
                    phone_index_other = $12
                WHERE registration.expires <= $8
                """,
                .bytes(new.phoneIndex.bytes), .text(new.thumbprint), .enumValue(new.group), .enumValue(state),
                .identifier(new.challenge), .bytes(new.phoneSealed.bytes), .text(new.deviceName),
                .instant(now), .instant(new.expires), .int(new.phoneSealed.key), .int(new.phoneIndex.key),
                .bytesOrNull(new.phoneIndex.other)))
        return transaction.changes == 1
    }

    /// Gives a started registration another challenge; changes nothing if it is not started or has expired.
    static func restart(_ code: NewChallenge, state: Registration.State, at now: Instant) -> Statement {
        Statement(
            """
            UPDATE registration SET challenge = $4, state = $7
            WHERE \(PhoneIndex.isOfNumber) AND thumbprint = $3 AND state = $5 AND expires > $6
            """,
            values: code.phoneIndex.values + [
                .text(code.thumbprint), .identifier(code.id),
                .enumValue(Registration.State.startedRegistration), .instant(now), .enumValue(state),
            ])
    }

    /// Deletes a registration that is confirmed; changes nothing if it was changed since it was read or has expired.
    static func complete(_ registration: RegistrationRecord, at now: Instant) -> Statement {
        Statement(
            """
            DELETE FROM registration
            WHERE phone_index = $1 AND thumbprint = $2 AND state = $3 AND challenge = $4 AND expires > $5
            """,
            .bytes(registration.phoneIndex.bytes), .text(registration.thumbprint), .enumValue(registration.state),
            .identifier(registration.challenge), .instant(now))
    }

    /// Locks and reads registrations that expired before a moment, except those another transaction has locked.
    static func claimExpired(
        before moment: Instant, limit: Int, in transaction: any Transaction
    ) throws -> [RegistrationRecord] {
        try transaction.run(
            Statement(
                """
                SELECT \(RegistrationRecord.columns) FROM registration WHERE expires < $1
                ORDER BY phone_index, thumbprint LIMIT $2 {claim}
                """, .instant(moment), .int(limit))
        ).map { try RegistrationRecord($0) }
    }

    static func delete(_ registration: RegistrationRecord) -> Statement {
        Statement(
            "DELETE FROM registration WHERE phone_index = $1 AND thumbprint = $2",
            .bytes(registration.phoneIndex.bytes), .text(registration.thumbprint))
    }

    /// Locks every registration of a number, of whatever device key.
    static func lockAll(phone: PhoneIndex) -> Statement {
        Statement(
            "SELECT 1 FROM registration WHERE \(PhoneIndex.isOfNumber) ORDER BY thumbprint {lockRow}",
            values: phone.values)
    }

    static func deleteAll(phone: PhoneIndex) -> Statement {
        Statement("DELETE FROM registration WHERE \(PhoneIndex.isOfNumber)", values: phone.values)
    }
}
