import SQL

/// A caller's closure on its way through the writer, and the way back to the caller.
struct QueuedWrite: Sendable {
    /// What came of a closure. The caller is told only when the batch's commit is decided.
    struct Outcome: Sendable {
        /// Whether the closure threw, so that what it did must be undone.
        let failed: Bool
        /// Tells the caller: its own result, or, instead, a fault of the whole batch.
        let tell: @Sendable (_ instead: SQLFault?) -> Void
    }

    /// Runs the closure; tells nobody yet.
    let perform: @Sendable (any Transaction) -> Outcome
    /// Tells the caller that its closure never ran.
    let refuse: @Sendable (SQLFault) -> Void

    /// A closure and who waits for it.
    init<T: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> T, for caller: CheckedContinuation<T, any Error>
    ) {
        perform = { transaction in
            do {
                let value = try body(transaction)
                return Outcome(failed: false) { fault in
                    if let fault { caller.resume(throwing: fault) } else { caller.resume(returning: value) }
                }
            } catch {
                return Outcome(failed: true) { fault in caller.resume(throwing: fault ?? error) }
            }
        }
        refuse = { caller.resume(throwing: $0) }
    }
}
