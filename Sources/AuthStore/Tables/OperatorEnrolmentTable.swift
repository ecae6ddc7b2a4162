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
            INSERT INTO operator_enrolment (account, secret_hash, tries, expires, hash_key, index_key)
            VALUES ($1, $2, 0, $3, $4, $5)
            ON CONFLICT (account) DO UPDATE SET secret_hash = $2, tries = 0, expires = $3, hash_key = $4, index_key = $5
            """, .identifier(person), .bytes(enrolment.secretHash), .instant(enrolment.expires),
            .int(enrolment.hashKey), .int(enrolment.indexKey))
    }

    /// Counts one more attempt at the secret of the number's operator and selects the number of its key; changes nothing if there is none, if it has
    /// expired, or if it has had all its attempts.
    static func countAttempt(phone: PhoneIndex, at now: Instant) -> Statement {
        Statement(
            """
            UPDATE operator_enrolment SET tries = tries + 1
            WHERE account = \(AccountNumberTable.account) AND tries < $3 AND expires > $4
            RETURNING hash_key, account
            """, values: phone.values + [.int(OperatorEnrolment.attempts), .instant(now)])
    }

    /// Uses a secret up in the statement that compares its hash; returns false if the operator has no such secret or it
    /// has expired.
    static func consume(
        _ secretHashes: [[UInt8]], of person: AccountID, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        try transaction.run(
            Statement(
                """
                DELETE FROM operator_enrolment
                WHERE account = $1 AND expires > $2 AND secret_hash IN
                    \(Statement.parameters(from: 3, count: secretHashes.count))
                """, values: [.identifier(person), .instant(now)] + secretHashes.map { .bytes($0) }))
        return transaction.changes == 1
    }

    /// The end of the secret that an operator has not used, and the number of attempts it has left; nil if there is none.
    static func unused(
        of person: AccountID, in transaction: any Transaction
    ) throws -> (expires: Instant, attemptsLeft: Int)? {
        try transaction.first(
            Statement("SELECT expires, tries FROM operator_enrolment WHERE account = $1", .identifier(person))
        ).map { (try $0.instant(0), OperatorEnrolment.attempts - Int(try $0.int(1))) }
    }

    static func delete(of person: AccountID) -> Statement {
        Statement("DELETE FROM operator_enrolment WHERE account = $1", .identifier(person))
    }
}
