public import SQL

/// What auth keeps: accounts, devices, sessions, codes, the feed and the outbox, in either engine.
///
/// Every public method is one transaction and says what is true when it returns. Times, randomness and keyed hashes are
/// handed in: nothing here can test a guess. Engine faults pass through as `SQLFault`.
public struct AuthStore: Sendable {
    let database: any Database

    /// A store over an open database whose migrations have run.
    public init(_ database: any Database) {
        self.database = database
    }

    /// The schema's life, for `Migrations.run`.
    public static let migrations = [FirstSchema.migration]

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
