public import Domain
import SQL

/// The confirmation that a person has given, whose attempt was counted. It is used up in the transaction of the act.
public enum CountedConfirmation: Sendable, Hashable {
    case none
    /// A right one-time code for the act.
    case message(Attempt)
    /// A recovery code that was not compared yet.
    case recoveryCode(RecoveryAttempt)
    /// The administrator of the installation acts.
    /// - Parameter reason: the administrator's reason, which the decision records.
    case administrator(reason: String?)
}

extension CountedConfirmation {
    /// Resets the counts of the attempt that a repeated request has made: its stored answer shows that the recovery code was
    /// right. Otherwise requests that are repeated at once would use up the attempts of the session.
    func resetCounts(ofRepeated stored: StoredResponse, in transaction: any Transaction) throws {
        guard case .response = stored, case .recoveryCode(let attempt) = self else { return }
        try transaction.batch(RecoveryStreakTable.reset(attempt))
    }
}

/// Thrown by the methods of ``AuthStore`` for an act that has no effect. Its transaction was rolled back.
public enum ConfirmationRefused: Error, Sendable, Hashable {
    /// The rule refuses the act.
    case byRule(ActRefusal)
    /// The one-time code was used, ended or expired while it was compared, or belongs to another number.
    case messageCodeUnusable
    /// The account has no such unused recovery code.
    /// - Parameter left: the attempts that the session has left.
    case recoveryCodeWrong(left: Int)
}
