import Domain
import Primitives
import SQL

/// Statements on `account_hold`. The primary key allows an account one hold, so that nobody opens a second one against
/// the first. A row without `settled_at` is open until `until`; one with it keeps messages from suspending a device
/// for the time of ``ConfirmationRule/delay``.
enum HoldTable {
    /// A row of the table.
    struct Hold {
        let until: Instant
        let settledAt: Instant?

        func state(at now: Instant) -> HoldState {
            if let settledAt {
                let end = settledAt + ConfirmationRule.delay
                return now < end ? .settled(until: end) : .none
            }
            return now < until ? .open(until: until) : .none
        }

        /// The end of the hold; nil unless it is open.
        func openUntil(at now: Instant) -> Instant? {
            switch state(at: now) {
            case .open(let until): until
            case .none, .settled: nil
            }
        }
    }

    static func read(_ account: AccountID, in transaction: any Transaction) throws -> Hold? {
        try transaction.first(
            Statement(
                "SELECT until, settled_at FROM account_hold WHERE account = $1", .identifier(account))
        ).map { Hold(until: try $0.instant(0), settledAt: try $0.instantOrNil(1)) }
    }

    /// Opens a hold in place of one that has ended.
    static func open(_ account: AccountID, by device: DeviceID, until: Instant, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO account_hold (account, opened_by, opened, until, settled_at) VALUES ($1, $2, $3, $4, NULL)
            ON CONFLICT (account) DO UPDATE SET opened_by = $2, opened = $3, until = $4, settled_at = NULL
            WHERE account_hold.until <= $3 OR account_hold.settled_at IS NOT NULL
            """, .identifier(account), .identifier(device), .instant(now), .instant(until))
    }

    static func settle(_ account: AccountID, at now: Instant) -> Statement {
        Statement(
            "UPDATE account_hold SET settled_at = $2 WHERE account = $1 AND settled_at IS NULL", .identifier(account),
            .instant(now))
    }

    /// At most `limit` accounts whose hold has run out and was not settled.
    static func accountsToComplete(limit: Int, at now: Instant) -> Statement {
        Statement(
            """
            SELECT account FROM account_hold WHERE until <= $1 AND settled_at IS NULL ORDER BY until LIMIT $2
            """, .instant(now), .int(limit))
    }

    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM account_hold WHERE account = $1", .identifier(account))
    }
}
