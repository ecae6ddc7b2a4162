import Domain
import Primitives
import SQL

/// Carries out the effects of a transition of ``PINLockout`` on the PIN of a child, inside the transaction of the transition,
/// which has locked the child's account.
struct PINLockoutEffects {
    struct MissingInput: Error {
        let effect: PINLockout.Effect
    }

    let child: AccountID
    let now: Instant
    let transaction: any Transaction
    /// The right attempt that `resetAttempts` takes out of the counts.
    var attempt: PINAttempt?

    init(on child: AccountID, at now: Instant, in transaction: any Transaction) {
        self.child = child
        self.now = now
        self.transaction = transaction
    }

    /// Carries out the transition from a state on an event.
    ///
    /// - Throws: ``Refusal`` if the tables have none.
    func carryOut(_ event: PINLockout.Event, from state: PINLockout.State) throws {
        for effect in try PINLockout.next(state, on: event).effects {
            switch effect {
            case .keepAttempt: break  // The attempt was committed before its proof was verified.
            case .resetAttempts:
                guard let attempt else { throw MissingInput(effect: effect) }
                try transaction.batch(PINTable.reset(attempt))
            case .removeLock: try transaction.run(PINTable.unlock(child))
            case .lock: try transaction.run(PINTable.lock(child, at: now))
            }
        }
    }
}
