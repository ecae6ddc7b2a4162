public import SQL

/// The database of the auth service: accounts, devices, sessions, codes, the revocation feed and the outbox.
///
/// Every public method writes in one transaction, except `sweep`; some first read in a transaction of
/// its own whether there is anything to write. Times, random values and keyed hashes are parameters, so no code of this
/// module can test a guessed number, code or token. Engine errors pass through as `SQLFault`.
///
/// Many instances may write one database. A row that a decision depends on is therefore locked before the decision, and
/// whether a row exists is decided by a unique index and `ON CONFLICT`. **Rows are locked in one order**, so that
/// transactions cannot deadlock: `idempotency`, account, registration, send windows (addresses, the widest range first;
/// block share, block, block reserve; number share, number; budget share), quotas of sends (own, stopped prefix, common,
/// reserved; of each the day before the hour), challenge, the challenge's message in the outbox, streak, quota of wrong
/// codes, window of late attempts, operator's group, operator's enrolment, event. Rows of `session` and
/// `device` are locked in any order, because only the transaction that has locked the account waits
/// for them. A request whose key is claimed only after the account is locked is safe as well: another holder of the key
/// waits for the same account. A transaction that numbers or deletes events locks the feed's row first; no other
/// transaction locks the feed's row together with other rows.
public struct AuthStore: Sendable {
    let database: any Database
    let servedGroups: ServedGroups

    /// Uses an open database whose migrations have run.
    public init(_ database: any Database, serving groups: ServedGroups = .all) {
        self.database = database
        servedGroups = groups
    }

    /// The same database, serving other groups.
    public func serving(_ groups: ServedGroups) -> AuthStore { AuthStore(database, serving: groups) }

    /// The schema's history, for `Migrations.run`.
    public static let migrations = [
        FirstSchema.migration, OneOpenChallenge.migration, StoredTimeline.migration(id: 3), SweepIndexes.migration,
        Generations.migration(id: 5), KeysAndDeletions.migration, StoredTimeline.fileMigration(id: 7),
        OlderCopies.migration, RotatingKeys.migration(id: 9), Decisions.migration, AddressGroups.migration,
        SessionsByID.migration, SpentRefreshTokens.migration,
    ]

    /// Runs a write transaction that may roll itself back and still return a value, by throwing ``Rollback``.
    func change<Outcome: Sendable>(
        _ body: @Sendable @escaping (any Transaction) throws -> Outcome
    ) async throws -> Outcome {
        do {
            return try await database.write(body)
        } catch let rollback as Rollback<Outcome> {
            return rollback.outcome
        }
    }
}

/// Thrown inside ``AuthStore/change(_:)`` to roll the transaction back and return `outcome`.
struct Rollback<Outcome: Sendable>: Error {
    let outcome: Outcome

    init(_ outcome: Outcome) { self.outcome = outcome }
}
