import Domain
import Primitives
import SQL

/// Statements on `operator_enrolment`: the enrolment secrets that operators have not used yet. The rows hold keyed
/// hashes.
enum OperatorEnrolmentTable {
    /// Gives an operator a new secret in place of the former one.
    static func replace(_ enrolment: OperatorEnrolment, of person: AccountID) -> Statement {
        Statement(
            """
            INSERT INTO operator_enrolment (account, secret_hash, tries, expires) VALUES ($1, $2, 0, $3)
            ON CONFLICT (account) DO UPDATE SET secret_hash = $2, tries = 0, expires = $3
            """, .identifier(person), .bytes(enrolment.secretHash), .instant(enrolment.expires))
    }

    /// Counts one more attempt at the secret of the number's operator; changes nothing if there is none, if it has
    /// expired, or if it has had all its attempts.
    static func countAttempt(phone: PhoneIndex, at now: Instant) -> Statement {
        Statement(
            """
            UPDATE operator_enrolment SET tries = tries + 1
            WHERE account = (SELECT id FROM account WHERE phone_index = $1) AND tries < $2 AND expires > $3
            """, .bytes(phone.bytes), .int(OperatorEnrolment.attempts), .instant(now))
    }

    /// Uses a secret up in the statement that compares its hash; returns false if the operator has no such secret or it
    /// has expired.
    static func consume(
        _ secretHash: [UInt8], of person: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        try transaction.run(
            Statement(
                "DELETE FROM operator_enrolment WHERE account = $1 AND secret_hash = $2 AND expires > $3",
                .identifier(person), .bytes(secretHash), .instant(now)))
        return transaction.changes == 1
    }

    /// The end of the secret that an operator has not used; nil if there is none.
    static func expiry(of person: AccountID, in transaction: any Transaction) throws -> Instant? {
        try transaction.first(
            Statement("SELECT expires FROM operator_enrolment WHERE account = $1", .identifier(person))
        ).map { try $0.instant(0) }
    }

    static func delete(of person: AccountID) -> Statement {
        Statement("DELETE FROM operator_enrolment WHERE account = $1", .identifier(person))
    }
}
