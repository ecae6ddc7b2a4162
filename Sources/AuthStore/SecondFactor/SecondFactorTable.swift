import Domain
import Primitives
import SQL

/// Statements on `second_factor`. The transaction has locked the account.
enum SecondFactorTable {
    static func read(_ account: AccountID, in transaction: any Transaction) throws -> SecondFactorRecord? {
        try transaction.first(
            Statement(
                "SELECT \(SecondFactorRecord.columns) FROM second_factor WHERE account = $1", .identifier(account))
        ).map { try SecondFactorRecord($0) }
    }

    /// True if the account has a factor that the person has confirmed.
    static func isConfirmed(_ account: AccountID, in transaction: any Transaction) throws -> Bool {
        try read(account, in: transaction)?.isConfirmed ?? false
    }

    /// Stores a factor that is not confirmed yet, in place of another one that is not; changes nothing if the account has a
    /// confirmed one.
    static func store(
        _ new: NewSecondFactor, countsFrom start: Instant, by maker: DeviceID, of account: AccountID, at now: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO second_factor (account, id, secret_sealed, seal_key, confirmed, last_step, made, counts_from,
                made_by)
            VALUES ($1, $2, $3, $4, 0, 0, $5, $6, $7)
            ON CONFLICT (account) DO UPDATE SET id = $2, secret_sealed = $3, seal_key = $4, last_step = 0, made = $5,
                counts_from = $6, made_by = $7
            WHERE second_factor.confirmed = 0
            """,
            .identifier(account), .identifier(new.id), .bytes(new.secretSealed.bytes), .int(new.secretSealed.key),
            .instant(now), .instant(start), .identifier(maker))
    }

    /// Uses the code of a time step up in the statement that checks that neither it nor a later one was used; returns false
    /// if one was, or if the factor was replaced.
    static func consume(_ code: SecondFactorCode, in transaction: any Transaction) throws -> Bool {
        try transaction.run(
            Statement(
                """
                UPDATE second_factor SET last_step = $3 WHERE account = $1 AND id = $2 AND last_step < $3
                """, .identifier(code.factor.account), .identifier(code.factor.id), .integer(code.step)))
        return transaction.changes == 1
    }

    static func confirm(_ account: AccountID) -> Statement {
        Statement("UPDATE second_factor SET confirmed = 1 WHERE account = $1", .identifier(account))
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM second_factor WHERE account = $1", .identifier(account))
    }

    /// Deletes a factor that does not count yet; returns true if there was one that was confirmed.
    /// - Parameter makers: the devices whose factor is deleted; nil for any.
    static func withdrawNew(
        madeBy makers: [DeviceRecord]? = nil, of account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        let found = try transaction.first(
            Statement(
                "SELECT made_by, confirmed FROM second_factor WHERE account = $1 AND counts_from > $2",
                .identifier(account), .instant(now)))
        guard let found else { return false }
        if let makers, let maker: DeviceID = try found.identifierOrNil(0), !makers.contains(where: { $0.id == maker }) {
            return false
        }
        try transaction.run(delete(of: account))
        return try found.bool(1)
    }

    /// Lets no factor begin to count before a moment, the end of a hold.
    static func postponeNew(of account: AccountID, until: Instant, at now: Instant) -> Statement {
        Statement(
            "UPDATE second_factor SET counts_from = $3 WHERE account = $1 AND counts_from > $2 AND counts_from < $3",
            .identifier(account), .instant(now), .instant(until))
    }
}
