import Domain
public import Primitives
import SQL

/// What the administrator and the operators of a person's group do for a person who cannot do it on their own. Each records
/// its decision in the same transaction.
extension AuthStore {
    /// Ends the wait of the device keys that have entered too many wrong codes in a row for the person's number. A block by
    /// wrong PINs and the limits on sending codes stay as they are. Returns the number of device keys whose wait has
    /// ended; nil if the account is unknown. With 0 no decision is recorded.
    /// - Throws: ``ActorRefused``.
    public func liftCodeWaits(
        of account: AccountID, by actor: ActingParty, reason: String?, at now: Instant
    ) async throws -> Int? {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction) else { return nil }
            // The streaks are locked before the operator's groups.
            let lifted =
                try person.phoneIndex.map { try StreakTable.endWaits(phone: $0, at: now, in: transaction) } ?? 0
            try actor.requireRight(over: person, in: transaction)
            guard lifted > 0 else { return 0 }
            let decision = Decision(.codeWaitLifted, by: actor, from: "\(lifted) device keys", to: nil, reason: reason)
            try DecisionTable.append(decision, about: account, at: now, in: transaction)
            return lifted
        }
    }

    /// Gives an account its former number back, while the change can be undone. Sessions, admitted devices and an open hold
    /// stay as they are.
    /// - Throws: ``ActorRefused``.
    public func undoNumberChange(
        of account: AccountID, by actor: ActingParty, reason: String?, at now: Instant
    ) async throws -> NumberChangeOutcome {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction) else {
                throw Rollback(NumberChangeOutcome.stateChanged)
            }
            try actor.requireRight(over: person, in: transaction)
            try DecisionLimit.requireRoom(for: actor, in: person.group, at: now, in: transaction)
            guard let made = try NumberChangeTable.read(account, at: now, in: transaction) else {
                throw Rollback(NumberChangeOutcome.unknown)
            }
            try Self.restoreNumber(made, of: account, about: nil, at: now, in: transaction)
            let decision = Decision(
                .phoneChangeUndone, by: actor, from: "changed at \(made.made)", to: nil, reason: reason)
            try DecisionTable.append(decision, about: account, at: now, in: transaction)
            return .changed(undoableUntil: nil)
        }
    }
}
