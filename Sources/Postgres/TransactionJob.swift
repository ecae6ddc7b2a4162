#if Postgres
import Primitives
import SQL

/// A transaction of one caller that waits for a connection of the pool.
struct TransactionJob: PoolJob {
    enum Mode { case read, write }

    let accepted: SteadyInstant
    let mode: Mode
    let transaction: QueuedTransaction
    var retryPolicy = RetryPolicy()

    var refuse: @Sendable (SQLFault) -> Void { transaction.refuse }

    init(_ mode: Mode, _ transaction: QueuedTransaction, at accepted: SteadyInstant) {
        self.mode = mode
        self.transaction = transaction
        self.accepted = accepted
    }
}
#endif
