public import Domain
public import Primitives
import SQL

/// The confirmation that a person has given, whose attempt was counted. It is used up in the transaction of the act.
public enum CountedConfirmation: Sendable, Hashable {
    case none
    /// A right one-time code for the act.
    case message(Attempt)
    /// A recovery code that was not compared yet.
    case recoveryCode(RecoveryAttempt)
    /// A proof by PIN that was right.
    case pin(PINAttempt)
    /// The session was opened by a one-time code a moment ago, and waits for the PIN that the act makes.
    case loginCode
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

extension ConfirmationRefused {
    /// A refusal by the rule.
    init(_ refusal: ActRefusal, of given: CountedConfirmation) {
        self = .byRule(refusal)
        if case .tooNew(let until) = refusal, case .pin = given { self = .pinTooNew(until: until) }
    }
}

/// Thrown by the methods of ``AuthStore`` for an act that has no effect. Its transaction was rolled back.
public enum ConfirmationRefused: Error, Sendable, Hashable {
    /// The rule refuses the act.
    case byRule(ActRefusal)
    /// The one-time code was used, ended or expired while it was compared, or belongs to another number.
    case messageCodeUnusable
    /// The PIN confirms nothing before this moment.
    case pinTooNew(until: Instant)
    /// The PIN was locked or changed, or its challenge used, while its proof was verified.
    case pinUnusable
    /// The account has a PIN, and the act needs it.
    case pinRequired
    /// The account has no such unused recovery code.
    /// - Parameter left: the attempts that the session has left.
    case recoveryCodeWrong(left: Int)
}
