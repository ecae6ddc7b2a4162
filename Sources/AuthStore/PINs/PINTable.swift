import Domain
import Primitives
import SQL

/// Statements on `pin` and `unlock_share`. The transaction has locked the account.
enum PINTable {
    static func read(_ account: AccountID, in transaction: any Transaction) throws -> PINRecord? {
        try transaction.first(
            Statement("SELECT \(PINRecord.columns) FROM pin WHERE account = $1", .identifier(account))
        ).map { try PINRecord($0) }
    }

    /// Stores a PIN as the successor of another generation; changes nothing if the account has a PIN of another one.
    /// - Parameters:
    ///   - replaced: the generation of the PIN whose place the new one takes; 0 if the account has none.
    ///   - maker: the device on which the PIN was made.
    static func store(
        _ new: NewPIN, replacing replaced: Int64, countsFrom start: Instant, by maker: DeviceID?, of account: AccountID,
        at now: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO pin (account, generation, salt, derivation, key_sealed, seal_key, attempts, failures, locked_at,
                new_device_attempts, waits_until, made, counts_from, made_by)
            VALUES ($1, $2, $3, $4, $5, $6, 0, 0, NULL, 0, 0, $7, $8, $10)
            ON CONFLICT (account) DO UPDATE SET generation = $2, salt = $3, derivation = $4, key_sealed = $5,
                seal_key = $6, attempts = 0, failures = 0, locked_at = NULL, new_device_attempts = 0, waits_until = 0,
                made = $7, counts_from = $8, made_by = $10
            WHERE pin.generation = $9
            """,
            .identifier(account), .integer(new.generation), .bytes(new.salt), .text(new.derivation),
            .bytes(new.keySealed.bytes), .int(new.keySealed.key), .instant(now), .instant(start), .integer(replaced),
            .identifierOrNull(maker))
    }

    /// Counts one more attempt of an admitted device and returns its number in a row; nil if the PIN has had `limit` attempts
    /// in a row or ``PINAttempt/mostFailures`` failures, or is locked.
    static func countAttempt(
        _ pin: PINRecord, limit: Int, in transaction: any Transaction
    ) throws -> Int64? {
        try transaction.first(
            Statement(
                """
                UPDATE pin SET attempts = attempts + 1, failures = failures + 1
                WHERE account = $1 AND generation = $2 AND attempts < $3 AND failures < $4 AND locked_at IS NULL
                RETURNING attempts
                """, .identifier(pin.account), .integer(pin.generation), .int(limit), .int(PINAttempt.mostFailures))
        ).map { try $0.int(0) }
    }

    /// Counts one more attempt of a new device and returns its number in a row, over all new devices. With attempt `limit`
    /// the wait of new devices begins, after which the count begins again. Nil during a wait and after
    /// ``PINAttempt/mostFailures`` failures.
    static func countNewDeviceAttempt(
        _ pin: PINRecord, limit: Int, wait: Duration, at now: Instant, in transaction: any Transaction
    ) throws -> Int64? {
        try transaction.first(
            Statement(
                """
                UPDATE pin SET failures = failures + 1,
                    new_device_attempts = CASE WHEN waits_until > 0 THEN 1 ELSE new_device_attempts + 1 END,
                    waits_until = CASE WHEN waits_until = 0 AND new_device_attempts + 1 >= $3
                        THEN CAST($4 AS BIGINT) ELSE 0 END
                WHERE account = $1 AND generation = $2 AND waits_until <= $5 AND failures < $6
                RETURNING new_device_attempts
                """,
                .identifier(pin.account), .integer(pin.generation), .int(limit), .instant(now + wait), .instant(now),
                .int(PINAttempt.mostFailures))
        ).map { try $0.int(0) }
    }

    /// Subtracts a right attempt from the failures, and sets the count in a row back to 0 unless another attempt was counted
    /// since. Changes nothing if the PIN was locked.
    static func reset(_ attempt: PINAttempt) -> [Statement] {
        let column = attempt.isByBoundDevice ? "attempts" : "new_device_attempts"
        let wait = attempt.isByBoundDevice ? "" : ", waits_until = 0"
        let values: [SQLValue] = [
            .identifier(attempt.challenge.account), .integer(attempt.challenge.generation),
        ]
        return [
            Statement(
                """
                UPDATE pin SET failures = failures - 1
                WHERE account = $1 AND generation = $2 AND failures > 0 AND locked_at IS NULL
                """, values: values),
            Statement(
                """
                UPDATE pin SET \(column) = 0\(wait)
                WHERE account = $1 AND generation = $2 AND \(column) = $3 AND locked_at IS NULL
                """, values: values + [.integer(attempt.count)]),
        ]
    }

    /// Takes a right attempt of an admitted device out of both counts. Changes nothing when repeated, if another attempt was
    /// counted since, and if the PIN was locked.
    static func giveBack(_ attempt: PINAttempt) -> Statement {
        Statement(
            """
            UPDATE pin SET failures = failures - 1, attempts = 0
            WHERE account = $1 AND generation = $2 AND attempts = $3 AND failures > 0 AND locked_at IS NULL
            """, .identifier(attempt.challenge.account), .integer(attempt.challenge.generation),
            .integer(attempt.count))
    }

    /// Deletes a PIN that does not count yet, with its challenges; returns true if there was one.
    /// - Parameter makers: the devices whose PIN is deleted, and one without a recorded maker; nil for any.
    static func withdrawNew(
        madeBy makers: [DeviceRecord]? = nil, of account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        guard try hasNew(madeBy: makers, of: account, at: now, in: transaction) else { return false }
        try transaction.batch(delete(of: account))
        return true
    }

    /// True if the account has a PIN that does not count yet.
    /// - Parameter makers: only a PIN that one of these devices made, or whose maker is not recorded; nil for any PIN.
    static func hasNew(
        madeBy makers: [DeviceRecord]? = nil, of account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        let found = try transaction.first(
            Statement(
                "SELECT made_by FROM pin WHERE account = $1 AND counts_from > $2", .identifier(account), .instant(now)))
        guard let found else { return false }
        guard let makers, let maker: DeviceID = try found.identifierOrNil(0) else { return true }
        return makers.contains { $0.id == maker }
    }

    /// Lets no PIN begin to count before a moment, the end of a hold.
    static func postponeNew(of account: AccountID, until: Instant, at now: Instant) -> Statement {
        Statement(
            "UPDATE pin SET counts_from = $3 WHERE account = $1 AND counts_from > $2 AND counts_from < $3",
            .identifier(account), .instant(now), .instant(until))
    }

    /// Locks the PIN of an account that is blocked: no attempt at it is counted any more.
    static func lock(_ account: AccountID, at now: Instant) -> Statement {
        Statement("UPDATE pin SET locked_at = $2 WHERE account = $1", .identifier(account), .instant(now))
    }

    /// Sets the attempts in a row of a locked PIN back to 0 and removes the lock.
    static func unlock(_ account: AccountID) -> Statement {
        Statement("UPDATE pin SET attempts = 0, locked_at = NULL WHERE account = $1", .identifier(account))
    }

    /// Deletes the PIN, a requested one and the challenges of an account. The unlock share stays, for the next PIN.
    static func delete(of account: AccountID) -> [Statement] {
        [
            Statement("DELETE FROM pin WHERE account = $1", .identifier(account)),
            PendingPINTable.delete(of: account),
            Statement("DELETE FROM pin_challenge WHERE account = $1", .identifier(account)),
        ]
    }

    /// Records the generation of a new PIN, and stores the unlock share of an account that has none.
    static func storeShare(_ new: NewPIN, of account: AccountID) -> Statement {
        Statement(
            """
            INSERT INTO unlock_share (account, share_sealed, seal_key, last_generation) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account) DO UPDATE SET last_generation = $4
            """, .identifier(account), .bytes(new.shareSealed.bytes), .int(new.shareSealed.key),
            .integer(new.generation))
    }

    /// The generation of the last PIN that the account has had; 0 if it has had none.
    static func lastGeneration(of account: AccountID, in transaction: any Transaction) throws -> Int64 {
        try transaction.first(
            Statement("SELECT last_generation FROM unlock_share WHERE account = $1", .identifier(account))
        )?.int(0) ?? 0
    }

    /// The unlock share of an account and the hours for which its devices may keep it, by the policy of its group; nil if the
    /// account has never had a PIN.
    static func share(of account: AccountID, in transaction: any Transaction) throws -> UnlockShareRecord? {
        try transaction.first(
            Statement(
                """
                SELECT s.share_sealed, s.seal_key, COALESCE(g.offline_unlock_hours, 0) FROM unlock_share s
                JOIN account a ON a.id = s.account LEFT JOIN facility_group g ON g.name = a.facility_group
                WHERE s.account = $1
                """, .identifier(account))
        ).map {
            UnlockShareRecord(
                sealed: Sealed(try $0.bytes(0), key: try $0.keyNumber(1)), offlineHours: Int(try $0.int(2)))
        }
    }

    static func deleteShare(of account: AccountID) -> Statement {
        Statement("DELETE FROM unlock_share WHERE account = $1", .identifier(account))
    }
}
