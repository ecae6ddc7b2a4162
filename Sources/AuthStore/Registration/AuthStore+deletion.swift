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
    ///   - children: the deletions of the children that the account is the only parent of. If it is the only parent of others
    ///     by now, the outcome is `stateChanged`.
    public func commitDeletion(
        _ transition: Transition<Registration>, deleting account: AccountID, in state: Registration.State,
        by deletion: AccountDeletion, confirmedBy given: CountedConfirmation, ifAbandonedAt abandoned: Instant? = nil,
        withChildren children: [AccountID: AccountDeletion] = [:], at now: Instant
    ) async throws -> AccountDeletion.Outcome {
        do {
            return try await change { transaction in
                let family = try LockedFamily.ifChild(account, in: transaction)
                // The parents of the children are read again after everybody is locked: what is decided here holds.
                guard let found = try LockedFamily.lockAll(of: account, in: transaction) else {
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
                if case .decision(let actor, let reason) = given {
                    let decision = Decision(
                        .accountDeleted, by: actor, from: found.state.rawValue,
                        to: transition.state.rawValue, reason: reason)
                    try DecisionTable.append(decision, about: account, at: now, in: transaction)
                }
                let only = try ChildTable.childrenOfOnly(account, in: transaction)
                // A child that has got another parent meanwhile stays, and the caller has recorded its deletion.
                guard Set(only) == Set(children.keys) else {
                    throw Rollback(AccountDeletion.Outcome.stateChanged)
                }
                for child in only { try Self.delete(child, by: children[child], at: now, in: transaction) }
                // The notices take the name of the child, which the deletion removes.
                for parent in family?.parents ?? [] {
                    try NoticeTable.append(
                        .childDeleted, about: nil, child: account, of: parent, at: now, in: transaction)
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

    /// Deletes a child on the request of its only parent, whose session must be live.
    /// - Throws: ``FamilyRefused`` and ``ConfirmationRefused``. The first is `parentsChanged` if the child has another parent.
    public func deleteChild(
        _ child: AccountID, by parent: AccountID, in session: SessionID, deletion: AccountDeletion,
        confirmedBy given: CountedConfirmation, at now: Instant
    ) async throws {
        try await change { transaction in
            let family = try LockedFamily(of: child, for: session, of: parent, at: now, in: transaction)
            guard family.parents == [parent] else { throw FamilyRefused.parentsChanged }
            guard let person = try AccountTable.read(parent, in: transaction) else { throw FamilyRefused.childUnknown }
            let change = ConfirmedChange(
                of: person, by: try Self.device(of: session, parent, in: transaction), at: now, in: transaction)
            try change.requireEffect(of: .deleteAccount, by: given)
            try change.useUp(given)
            // The notice takes the name of the child, which the deletion removes.
            try NoticeTable.append(.childDeleted, about: nil, child: child, of: parent, at: now, in: transaction)
            try Self.delete(child, by: deletion, at: now, in: transaction)
        }
    }

    /// Deletes the account of a child.
    private static func delete(
        _ child: AccountID, by deletion: AccountDeletion?, at now: Instant, in transaction: any Transaction
    ) throws {
        guard let account = try AccountTable.lock(child, in: transaction), let deletion else { return }
        var effects = RegistrationEffects(in: transaction, at: now)
        effects.account = account
        effects.deletion = (deletion.record, deletion.purge)
        try effects.carryOut(Registration.next(account.state, on: .delete))
    }
}
