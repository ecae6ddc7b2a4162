import Domain
import Primitives
import SQL
import Support
import Synchronization
import VaultStore

/// What one pass of the sweeper did.
struct SweepPass: Hashable {
    /// The accounts of which trash became tombstones, once for each commit.
    var changed: [AccountID] = []
    /// The accounts with a damaged row.
    var damaged: Set<AccountID> = []
    /// The number of rows erased, by kind.
    var erased: [SweepResult.Kind: Int] = [:]
}

extension VaultStore {
    /// Makes one pass of the sweeper.
    func sweep(at now: Instant) async throws -> SweepPass {
        let changed = Mutex<[AccountID]>([])
        let result = try await sweep(at: now, elapsed: beginSweep()) { account in
            changed.withLock { $0.append(account) }
        }
        return SweepPass(changed: changed.withLock(\.self), damaged: Set(result.damaged.keys), erased: result.erased)
    }
}

extension VaultStoreFixture {
    /// Makes two passes of the sweeper, 24 hours apart on the steady clock, with the same time of the wall clock.
    ///
    /// - Returns: the result of the second pass; the first one only sees what is due.
    @discardableResult
    func sweepTwice(at time: Instant) async throws -> SweepPass {
        clock.set(time)
        guard try await store.sweep(at: time) == SweepPass() else {
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
