import Domain
import Primitives
import SQL

/// Statements on `account_number`: the accounts by the keyed hashes of their numbers. The primary key keeps a number from
/// having two accounts also while instances use two index keys.
enum AccountNumberTable {
    /// Selects the account of a number, by either of its keyed hashes, in `$1` and `$2`.
    static let account = """
        (SELECT found.id FROM (
            SELECT account AS id FROM account_number WHERE phone_index IN ($1, $2)
            UNION ALL SELECT id FROM account WHERE phone_index IN ($1, $2)) AS found LIMIT 1)
        """

    /// Gives each keyed hash of a number to an account. Returns false, and changes nothing, if one belongs to another
    /// account. The order is the same in every process, so that two of them cannot deadlock about one number.
    static func claim(_ phone: PhoneIndex, for account: AccountID, in transaction: any Transaction) throws -> Bool {
        var claimed: [[UInt8]] = []
        for bytes in phone.all {
            try transaction.run(
                Statement(
                    "INSERT INTO account_number (phone_index, account) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    .bytes(bytes), .identifier(account)))
            if transaction.changes == 1 {
                claimed.append(bytes)
                continue
            }
            let holder = try transaction.first(
                Statement("SELECT account FROM account_number WHERE phone_index = $1", .bytes(bytes)))
            if try holder?.identifier(0) == account { continue }
            for bytes in claimed {
                try transaction.run(Statement("DELETE FROM account_number WHERE phone_index = $1", .bytes(bytes)))
            }
            return false
        }
        return true
    }

    static func delete(of account: AccountID) -> Statement {
        Statement("DELETE FROM account_number WHERE account = $1", .identifier(account))
    }

    /// Reserves the present number of an account for it, before the account gets another one.
    static func reserve(of account: AccountID) -> Statement {
        Statement("UPDATE account_number SET reserved = 1 WHERE account = $1", .identifier(account))
    }

    /// Frees the number that is reserved for an account.
    static func release(of account: AccountID) -> Statement {
        Statement("DELETE FROM account_number WHERE account = $1 AND reserved IS NOT NULL", .identifier(account))
    }

    /// Frees the present number of an account, and ends the reservation of the former one, which becomes the present one.
    static func restore(of account: AccountID) -> [Statement] {
        [
            Statement("DELETE FROM account_number WHERE account = $1 AND reserved IS NULL", .identifier(account)),
            Statement("UPDATE account_number SET reserved = NULL WHERE account = $1", .identifier(account)),
        ]
    }

    /// Gives the number of an account to another one.
    static func move(from account: AccountID, to target: AccountID) -> Statement {
        Statement(
            "UPDATE account_number SET account = $2 WHERE account = $1", .identifier(account), .identifier(target))
    }

    /// Deletes the keyed hashes that no account has in its own row any more.
    static let deleteFormer = Statement(
        """
        DELETE FROM account_number WHERE reserved IS NULL AND NOT EXISTS (
            SELECT 1 FROM account a WHERE a.id = account_number.account AND a.phone_index = account_number.phone_index)
        """)
}

extension PhoneIndex {
    /// The values of the two parameters that stand for a number: its keyed hashes, or its only one twice.
    var values: [SQLValue] { [.bytes(bytes), .bytes(other ?? bytes)] }

    /// The condition that a row of `otp_challenge` or `registration` is of the number in `$1` and `$2`.
    static let isOfNumber = "(phone_index IN ($1, $2) OR phone_index_other IN ($1, $2))"
}
