#if Postgres
import DequeModule
import Primitives
import SQL
import Synchronization

/// Lets at most two transactions of one group use the connection pool at once. The others wait here, without a
/// connection.
///
/// Transactions of one account wait for each other's row locks anyway. Without this limit they would wait inside the
/// pool's connections, and one busy account would keep everybody else out. Two are enough to keep the account's row in
/// use: one holds the lock while the other is sent.
final class GroupLimit: Sendable {
    private enum Decision { case run, wait, refuse }

    private struct Group {
        var active = 0
        var waiting: Deque<TransactionJob> = []

        /// Counts a transaction as active or queues it, unless too many of the group are waiting.
        mutating func add(_ job: TransactionJob) -> Decision {
            if active < GroupLimit.limit {
                active += 1
                return .run
            }
            if waiting.count >= GroupLimit.waitingLimit { return .refuse }
            waiting.append(job)
            return .wait
        }
    }

    /// The largest number of transactions of one group in the pool at once.
    static let limit = 2
    /// The largest number of waiting transactions of one group; a further transaction is refused at once.
    static let waitingLimit = 256

    private let groups = Mutex<[[UInt8]: Group]>([:])
    private let pool: ConnectionPool<TransactionJob>
    private let waitLimit: Duration
    private let clock: SteadyClock

    init(_ pool: ConnectionPool<TransactionJob>, waitLimit: Duration, clock: SteadyClock) {
        self.pool = pool
        self.waitLimit = waitLimit
        self.clock = clock
    }

    /// Returns the number of waiting transactions in a group.
    func waitingCount(in group: [UInt8]) -> Int { groups.withLock { $0[group]?.waiting.count ?? 0 } }

    /// Hands a transaction to the pool when fewer than two of its group are there, or refuses it at once.
    func add(_ transaction: QueuedTransaction, of group: [UInt8]) {
        let job = TransactionJob(.write, transaction.notifying { [self] in ended(in: group) }, at: clock.now)
        switch groups.withLock({ $0[group, default: Group()].add(job) }) {
        case .run: pool.add(job)
        case .wait: return
        case .refuse: transaction.refuse(.unavailable("too many transactions of one account are waiting"))
        }
    }

    /// Hands the next waiting transaction of the group to the pool. Those that have waited too long are refused, which
    /// ends them and calls this function again.
    private func ended(in group: [UInt8]) {
        let next: TransactionJob? = groups.withLock { groups in
            guard var found = groups[group] else { return nil }
            let next = found.waiting.popFirst()
            if next == nil { found.active -= 1 }
            groups[group] = found.active == 0 ? nil : found
            return next
        }
        guard let next else { return }
        if clock.now - next.accepted >= waitLimit {
            next.refuse(.unavailable("too many transactions of one account are waiting"))
        } else {
            pool.add(next)
        }
    }
}

extension QueuedTransaction {
    /// The same transaction, which also calls a closure after its caller was resumed.
    fileprivate func notifying(_ whenEnded: @escaping @Sendable () -> Void) -> QueuedTransaction {
        QueuedTransaction(
            perform: { [perform] transaction in
                let outcome = perform(transaction)
                return Outcome(error: outcome.error) { fault in
                    outcome.resume(fault)
                    whenEnded()
                }
            },
            refuse: { [refuse] fault in
                refuse(fault)
                whenEnded()
            })
    }
}
#endif
