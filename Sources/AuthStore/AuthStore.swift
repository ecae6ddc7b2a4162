public import SQL

/// What auth keeps: accounts, devices, sessions, codes, the feed and the outbox, in either engine.
///
/// Every public method is one transaction and says what is true when it returns. Times, randomness and keyed hashes are
/// handed in: nothing here can test a guess. Engine faults pass through as `SQLFault`.
///
/// Many instances may write one database, so what a decision rests on is locked in a statement of its own and then read,
/// and what may not be there yet is decided by a unique index and `ON CONFLICT`. **Rows are locked in one order**, so
/// that no two transactions wait for each other: request (`idempotency`), account, registration, send windows (address,
/// block, number), quota of sends, challenge, its message (`outbox`), streak, quota of wrong codes, session, device,
/// operator's group, event. A request that is claimed only once the account is locked is safe too: whoever else has it
/// waits for the account. The feed's row comes before its events, and no other transaction locks both.
public struct AuthStore: Sendable {
    let database: any Database

    /// A store over an open database whose migrations have run.
    public init(_ database: any Database) {
        self.database = database
    }

    /// The schema's life, for `Migrations.run`.
    public static let migrations = [
        FirstSchema.migration, OneOpenChallenge.migration, StoredTimeline.migration(id: 3), SweepIndexes.migration,
    ]

    /// Runs a change that may decide, half-way, that nothing of it is to remain.
    func change<Outcome: Sendable>(
        _ body: @Sendable @escaping (any Transaction) throws -> Outcome
    ) async throws -> Outcome {
        do {
            return try await database.write(body)
        } catch let undo as Undo<Outcome> {
            return undo.outcome
        }
    }
}

/// Thrown inside a transaction to undo it and still answer.
struct Undo<Outcome: Sendable>: Error {
    let outcome: Outcome

    init(_ outcome: Outcome) { self.outcome = outcome }
}
