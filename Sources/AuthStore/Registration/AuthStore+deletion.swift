public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Commits the deletion of an account: uses up the code that confirmed it and carries out the transition's effects.
    /// - Parameter state: the account's state the transition was decided on.
    public func commitDeletion(
        _ transition: Transition<Registration>, deleting account: AccountID, in state: Registration.State,
        by deletion: AccountDeletion, sends: SendLimits, at now: Instant
    ) async throws -> AccountDeletion.Outcome {
        try await change { transaction in
            guard let found = try AccountTable.lock(account, in: transaction) else {
                throw Rollback(AccountDeletion.Outcome.unknown)
            }
            guard found.state == state else { throw Rollback(AccountDeletion.Outcome.stateChanged) }
            if case .refused(.held(let until)) = ConfirmationRule.verdict(
                on: .deleteAccount, confirmedBy: .message,
                during: try HoldTable.read(account, in: transaction)?.state(at: now) ?? .none, at: now)
            {
                throw Rollback(AccountDeletion.Outcome.held(until: until))
            }
            let attempt = deletion.attempt
            if let phone = found.phoneIndex {
                try transaction.run(RegistrationTable.lockAll(phone: phone))
                try transaction.run(ChallengeTable.lockAll(phone: phone))
            }
            guard found.phoneIndex?.isSameNumber(as: attempt.challenge.phoneIndex) == true,
                try ChallengeTable.consume(attempt.challenge.id, at: now, in: transaction)
            else { throw Rollback(AccountDeletion.Outcome.codeUnusable) }
            try attempt.resetStreak(limits: sends, in: transaction)
            var effects = RegistrationEffects(in: transaction, at: now)
            effects.account = found
            effects.deletion = (deletion.record, deletion.purge)
            try effects.carryOut(transition)
            return .deleted
        }
    }
}
