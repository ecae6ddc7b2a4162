/// A caller's transaction while it waits in an engine's queue, together with the continuation of the caller.
///
/// The engine resumes the caller exactly once: through the outcome of ``perform``, or through ``refuse``.
package struct QueuedTransaction: Sendable {
    /// The result of running the closure. The caller does not have it yet, because the commit may still fail.
    package struct Outcome: Sendable {
        /// The error that the closure threw, so that its changes must be rolled back; nil if it returned.
        package let error: (any Error)?

        /// Resumes the caller with the closure's own result, or with `fault` if the transaction failed as a whole.
        package let resume: @Sendable (_ fault: SQLFault?) -> Void

        package init(error: (any Error)?, resume: @escaping @Sendable (_ fault: SQLFault?) -> Void) {
            self.error = error
            self.resume = resume
        }
    }

    /// Runs the closure without resuming the caller.
    package let perform: @Sendable (any Transaction) -> Outcome

    /// Resumes the caller with a fault; the closure had no effect.
    package let refuse: @Sendable (SQLFault) -> Void

    package init(
        perform: @escaping @Sendable (any Transaction) -> Outcome, refuse: @escaping @Sendable (SQLFault) -> Void
    ) {
        self.perform = perform
        self.refuse = refuse
    }

    package init<T: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> T, for caller: CheckedContinuation<T, any Error>
    ) {
        perform = { transaction in
            do {
                let value = try body(transaction)
                return Outcome(error: nil) { fault in
                    if let fault { caller.resume(throwing: fault) } else { caller.resume(returning: value) }
                }
            } catch {
                return Outcome(error: error) { fault in caller.resume(throwing: fault ?? error) }
            }
        }
        refuse = { caller.resume(throwing: $0) }
    }
}
