import Primitives
import SQL
import Support
import VaultStore

extension VaultStoreFixture {
    /// Makes two passes of the sweeper, 24 hours apart on the steady clock, with the same time of the wall clock.
    ///
    /// - Returns: the result of the second pass; the first one only sees what is due.
    @discardableResult
    func sweepTwice(at time: Instant) async throws -> SweepResult {
        clock.set(time)
        guard try await store.sweep(at: time) == SweepResult() else {
            throw Unexpected(what: "the first pass swept an account")
        }
        clock.advance(by: .hours(24))
        return try await store.sweep(at: time)
    }

    /// The time at which the account is due for the sweeper.
    func dueAt() async throws -> Instant {
        let select = Statement("SELECT due_at FROM vault_head WHERE account = $1", .bytes(account.bytes))
        return try await database.select(select)[0].instant(0)
    }
}
