import Primitives
import SQL

/// The first of the consecutive passes of the sweeper at which an account was due.
struct Sighting: Sendable {
    /// The sum of ``SweepTime`` at that pass.
    let elapsed: Duration
    /// The earliest time that the wall clock has had at that pass or a later one. What was not yet due then has to wait
    /// for another sighting.
    let time: Instant
    /// The account's sequence number. What changed later has to wait for another sighting.
    let seq: Int64
}

/// The statements on `vault_sighting(account)`, which has a row for each account that the sweeper has seen with
/// something due, and on `vault_sweep`, which has one row.
enum SweepTable {
    /// Selects account and sequence number of the accounts that may have something due, and their sightings: at most
    /// 100 000 accounts, in the order of their due times. An account that has not been used in the generation in force
    /// is left out until it is.
    static func selectDue(_ now: Instant) -> Statement {
        Statement(
            """
            SELECT h.account, h.seq, s.elapsed, s.time, s.seq FROM vault_head h
            LEFT JOIN vault_sighting s ON s.account = h.account
            WHERE h.due_at <= $1 AND h.state = 'live' AND h.generation >= \(Generations.numberSubselect)
            ORDER BY h.due_at LIMIT 100000
            """, .instant(now))
    }

    /// Decodes the sighting of a row of ``selectDue(_:)``; nil if there is none.
    static func sighting(_ row: Row) throws -> Sighting? {
        guard let elapsed = try row.intOrNil(2) else { return nil }
        return Sighting(elapsed: .milliseconds(elapsed), time: try row.instant(3), seq: try row.int(4))
    }

    static func insert(_ sighting: Sighting, of account: AccountID) -> Statement {
        Statement(
            "INSERT INTO vault_sighting (account, elapsed, time, seq) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            .identifier(account), .integer(sighting.elapsed.ms), .instant(sighting.time), .integer(sighting.seq))
    }

    /// Sets the time of an account's sighting to an earlier one, for a pass whose wall clock is behind that time. Does
    /// nothing if the stored time is not later, for example because another instance has lowered it meanwhile.
    static func lower(to time: Instant, of account: AccountID) -> Statement {
        Statement(
            "UPDATE vault_sighting SET time = $2 WHERE account = $1 AND time > $2", .identifier(account), .instant(time)
        )
    }

    /// Selects the accounts that have a sighting although nothing of theirs is due.
    static func selectNoLongerDue(_ now: Instant) -> Statement {
        Statement(
            """
            SELECT s.account FROM vault_sighting s LEFT JOIN vault_head h ON h.account = s.account
            WHERE h.account IS NULL OR h.due_at > $1 OR h.state <> 'live'
            """, .instant(now))
    }

    static func delete(_ account: AccountID) -> Statement {
        Statement("DELETE FROM vault_sighting WHERE account = $1", .identifier(account))
    }
}
