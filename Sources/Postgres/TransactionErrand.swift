#if Postgres
import Primitives
import SQL

/// A caller's closure on its way to a connection, and the way back to the caller.
struct TransactionErrand: Errand {
    /// What the closure may do.
    enum Mode { case read, write }

    /// What came of a closure. The caller is told only when the transaction's end is decided.
    struct Outcome: Sendable {
        /// What the closure threw, so that what it did must be undone.
        let thrown: (any Error)?
        /// Tells the caller: its own result, or, instead, a fault of the transaction.
        let tell: @Sendable (_ instead: SQLFault?) -> Void
    }

    let accepted: SteadyInstant
    let mode: Mode
    var reruns = Reruns()
    /// Runs the closure; tells nobody yet.
    let perform: @Sendable (any Transaction) -> Outcome
    let refuse: @Sendable (SQLFault) -> Void

    /// A closure and who waits for it.
    init<T: Sendable>(
        _ mode: Mode, at accepted: SteadyInstant, _ body: @escaping @Sendable (any Transaction) throws -> T,
        for caller: CheckedContinuation<T, any Error>
    ) {
        self.accepted = accepted
        self.mode = mode
        perform = { transaction in
            do {
                let value = try body(transaction)
                return Outcome(thrown: nil) { fault in
                    if let fault { caller.resume(throwing: fault) } else { caller.resume(returning: value) }
                }
            } catch {
                return Outcome(thrown: error) { fault in caller.resume(throwing: fault ?? error) }
            }
        }
        refuse = { caller.resume(throwing: $0) }
    }
}
#endif
