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
    /// A right code of the second factor.
    case secondFactor(SecondFactorCode)
    /// The session was opened by a one-time code a moment ago, and waits for the PIN or second factor that the act makes.
    case loginCode
    /// The administrator of the installation acts, or an operator of the person's group.
    /// - Parameter reason: the reason, which the decision records.
    case decision(by: ActingParty, reason: String?)
}

extension CountedConfirmation {
    /// True for a secret of the person's own and for a decision; false for the caller's session alone and for a code
    /// by message.
    var isStrongerThanMessage: Bool {
        switch self {
        case .recoveryCode, .pin, .secondFactor, .decision: true
        case .none, .message, .loginCode: false
        }
    }

    /// Resets the counts of the attempt that a repeated request has made: its stored answer shows that the recovery code was
    /// right. Otherwise requests that are repeated at once would use up the attempts of the session.
    func resetCounts(ofRepeated stored: StoredResponse, in transaction: any Transaction) throws {
        guard case .response = stored else { return }
        switch self {
        case .recoveryCode(let attempt): try transaction.batch(RecoveryStreakTable.reset(attempt))
        case .secondFactor(let code): try transaction.batch(RecoveryStreakTable.reset(code.attempt))
        case .none, .message, .pin, .loginCode, .decision: break
        }
    }
}

extension ConfirmationRefused {
    /// A refusal by the rule.
    init(_ refusal: ActRefusal, of given: CountedConfirmation) {
        self = .byRule(refusal)
        guard case .tooNew(let until) = refusal else { return }
        switch given {
        case .pin: self = .pinTooNew(until: until)
        case .secondFactor: self = .secondFactorTooNew(until: until)
        case .none, .message, .recoveryCode, .loginCode, .decision: break
        }
    }
}

/// Thrown by the methods of ``AuthStore`` for an act that has no effect. Its transaction was rolled back.
public enum ConfirmationRefused: Error, Sendable, Hashable {
    /// The rule refuses the act.
    case byRule(ActRefusal)
    /// The one-time code was used, ended or expired while it was compared, or belongs to another number.
    case messageCodeUnusable
    /// Only a secret of the person's own confirms the act, and the person has none.
    case ownSecretMissing
    /// The PIN confirms nothing before this moment.
    case pinTooNew(until: Instant)
    /// The second factor confirms nothing before this moment.
    case secondFactorTooNew(until: Instant)
    /// The code of the second factor was used, or the factor replaced, while the code was compared.
    case secondFactorUnusable
    /// The PIN was locked or changed, or its challenge used, while its proof was verified.
    case pinUnusable
    /// The account has a PIN, and the act needs it.
    case pinRequired
    /// The account has no such unused recovery code.
    /// - Parameter left: the attempts that the session has left.
    case recoveryCodeWrong(left: Int)
}
