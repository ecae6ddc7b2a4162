#if Postgres
import Primitives
import SQL

/// Runs one caller's transaction on a link: as often as its reruns allow, and telling the caller exactly once.
struct TransactionWork: Sendable {
    private let reading: [String], writing: [String]
    private let random: RandomSource

    /// The way these settings begin transactions.
    init(_ settings: PostgresSettings, random: RandomSource) {
        let local = settings.prepared ? [] : [SessionSettings(settings).local]
        reading = ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"] + local
        writing = ["BEGIN ISOLATION LEVEL READ COMMITTED"] + local
        self.random = random
    }

    /// Runs it.
    ///
    /// - Returns: the errand, if another connection must take it.
    func run(_ given: TransactionErrand, on link: Link) -> TransactionErrand? {
        var errand = given
        while true {
            let transaction = OpenTransaction(on: link, opening: errand.mode == .read ? reading : writing)
            let outcome = errand.perform(transaction)
            guard let (trouble, isCommitting) = end(transaction, outcome, errand.mode, on: link) else {
                outcome.tell(nil)
                return nil
            }
            let isFirst = transaction.exchanges == 0 && link.isOld
            let phase: Reruns.Phase = isCommitting ? .committing : isFirst ? .first : .open
            switch decide(trouble, phase, &errand) {
            case .again: Doorbell.pause(.milliseconds(Int64(1 + random.below(10 << errand.reruns.conflicts))))
            case .prepareAgain:
                do throws(Trouble) { try link.forgetPreparations() } catch { return errand }
            case .elsewhere:
                link.giveUp()
                return errand
            case .tell(let fault):
                let isItsOwn = outcome.thrown != nil && !(outcome.thrown is SQLFault)
                outcome.tell(isItsOwn ? nil : fault)
                return nil
            }
        }
    }

    /// A read that tries to write is wrong; it does not mean that the server is a standby.
    private func decide(_ trouble: Trouble, _ phase: Reruns.Phase, _ errand: inout TransactionErrand) -> Reruns.Verdict
    {
        if errand.mode == .read, case .refused(let error, let text) = trouble, error.isReadOnly {
            return .tell(.statement(text: text, message: "a read changes nothing"))
        }
        return errand.reruns.decide(trouble, in: phase)
    }

    /// Ends a transaction; a write that went well commits.
    ///
    /// - Returns: what went wrong, and whether the commit had been sent.
    private func end(
        _ transaction: OpenTransaction, _ outcome: TransactionErrand.Outcome, _ mode: TransactionErrand.Mode,
        on link: Link
    ) -> (Trouble, isCommitting: Bool)? {
        if let trouble = transaction.trouble {
            transaction.leave(with: "ROLLBACK")
            return (trouble, false)
        }
        guard mode == .write, outcome.thrown == nil, transaction.isBegun else {
            transaction.leave(with: outcome.thrown == nil ? "COMMIT" : "ROLLBACK")
            return nil
        }
        do throws(Trouble) {
            try transaction.commit()
            return nil
        } catch {
            if link.isInTransaction { transaction.leave(with: "ROLLBACK") }
            return (error, true)
        }
    }
}
#endif
