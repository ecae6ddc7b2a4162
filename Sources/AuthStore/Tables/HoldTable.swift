import Domain
import Primitives
import SQL

/// Statements on `account_hold`. The primary key allows an account one hold, so that nobody opens a second one against
/// the first. A row without `settled_at` is open until `until`; one with it keeps messages from suspending a device
/// for the time of ``ConfirmationRule/delay``.
///
/// An older copy of the database may hold one that the owner has cancelled since, or that has no time left. An open hold
/// therefore runs for the whole delay from the beginning of a generation with an older copy (``OlderCopyTable``), in which
/// the owner can cancel it again.
enum HoldTable {
    /// A row of the table.
    struct Hold {
        let until: Instant
        let settledAt: Instant?
        /// True if the copy of the database that holds the row is older than its end.
        let isResumed: Bool

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
                """
                SELECT \(end), settled_at, CASE WHEN \(end) > until THEN 1 ELSE 0 END
                FROM account_hold WHERE account = $1
                """, .identifier(account))
        ).map {
            Hold(
                until: try $0.instant(0), settledAt: try $0.instantOrNil(1), isResumed: try $0.int(2) == 1)
        }
    }

    /// The end of a hold, which an older copy of the database moves.
    private static let end = """
        CASE WHEN \(OlderCopyTable.voidedAt) + \(ConfirmationRule.delay.ms) > until
            THEN \(OlderCopyTable.voidedAt) + \(ConfirmationRule.delay.ms) ELSE until END
        """

    /// Opens a hold in place of one that has ended.
    static func open(_ account: AccountID, by device: DeviceID, until: Instant, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO account_hold (account, opened_by, opened, until, settled_at, begun_in)
            VALUES ($1, $2, $3, $4, NULL, \(Generations.numberSubselect))
            ON CONFLICT (account) DO UPDATE SET opened_by = $2, opened = $3, until = $4, settled_at = NULL,
                begun_in = \(Generations.numberSubselect)
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
            SELECT account FROM account_hold WHERE until <= $1 AND \(end) <= $1 AND settled_at IS NULL
            ORDER BY until LIMIT $2
            """, .instant(now), .int(limit))
    }

    /// At most `limit` accounts with an open hold whose end an older copy of the database has moved.
    static func accountsResumed(limit: Int, at now: Instant) -> Statement {
        Statement(
            """
            SELECT account FROM account_hold WHERE \(end) > $1 AND \(end) > until AND settled_at IS NULL
            ORDER BY account LIMIT $2
            """, .instant(now), .int(limit))
    }

    /// Stores the end that an older copy of the database has moved.
    static func resume(_ account: AccountID, until: Instant) -> Statement {
        Statement(
            "UPDATE account_hold SET until = $2, begun_in = \(Generations.numberSubselect) WHERE account = $1",
            .identifier(account), .instant(until))
    }

    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM account_hold WHERE account = $1", .identifier(account))
    }
}
