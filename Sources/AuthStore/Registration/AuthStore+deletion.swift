public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Commits the deletion of an account: uses up what confirmed it and carries out the transition's effects. A deletion
    /// by the administrator records the decision in the same transaction.
    /// - Parameters:
    ///   - state: the account's state the transition was decided on.
    ///   - abandoned: the time at which the account was found abandoned: it is deleted only if it still is, because its device
    ///     may have been used meanwhile, or it may have got another number. Nil for a deletion for another reason.
    public func commitDeletion(
        _ transition: Transition<Registration>, deleting account: AccountID, in state: Registration.State,
        by deletion: AccountDeletion, confirmedBy given: CountedConfirmation, ifAbandonedAt abandoned: Instant? = nil,
        at now: Instant
    ) async throws -> AccountDeletion.Outcome {
        do {
            return try await change { transaction in
                guard let found = try AccountTable.lock(account, in: transaction) else {
                    throw Rollback(AccountDeletion.Outcome.unknown)
                }
                guard found.state == state,
                    try abandoned.map({ try Self.isAbandoned(account, at: $0, in: transaction) }) ?? true
                else { throw Rollback(AccountDeletion.Outcome.stateChanged) }
                if let phone = found.phoneIndex {
                    try transaction.run(RegistrationTable.lockAll(phone: phone))
                    try transaction.run(ChallengeTable.lockAll(phone: phone))
                }
                let change = ConfirmedChange(of: found, by: nil, at: now, in: transaction)
                try change.requireEffect(of: .deleteAccount, by: given)
                try change.useUp(given)
                if case .administrator(let reason) = given {
                    let decision = Decision(
                        .accountDeleted, by: .administrator, from: found.state.rawValue,
                        to: transition.state.rawValue, reason: reason)
                    try transaction.run(DecisionTable.insert(decision, about: account, at: now))
                }
                var effects = RegistrationEffects(in: transaction, at: now)
                effects.account = found
                effects.deletion = (deletion.record, deletion.purge)
                try effects.carryOut(transition)
                return .deleted
            }
        } catch let refused as ConfirmationRefused {
            return .refused(refused)
        }
    }
}
