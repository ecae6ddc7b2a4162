import SQL

@testable import AuthStore

extension AuthStoreFixture {
    /// Runs a change of one thing in a transaction that is rolled back. Returns whether rows of that thing, and of another one,
    /// were different afterwards.
    /// - Parameter rows: reads all rows of a thing, as text.
    func effect<Thing: Sendable>(
        on own: Thing, besides other: Thing, rows: @Sendable @escaping (Thing, any Transaction) throws -> [String],
        of change: @Sendable @escaping (any Transaction) throws -> Void
    ) async throws -> (onOwn: Bool, onOther: Bool) {
        try await store.change { transaction -> (onOwn: Bool, onOther: Bool) in
            let before = try (rows(own, transaction), rows(other, transaction))
            try change(transaction)
            let after = try (rows(own, transaction), rows(other, transaction))
            throw Rollback((onOwn: after.0 != before.0, onOther: after.1 != before.1))
        }
    }
}
