import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Checks a code of the account's second factor and, if it is right, returns it with its counted attempt. The calling
    /// method then uses up the code in the transaction that acts on it; the store refuses a code of a time step that was
    /// used, or of an earlier one.
    ///
    /// The attempt is counted before the code is compared, in the counts of recovery codes: five of a session and ten in a
    /// row of a device key.
    /// - Parameter isConfirmed: true for a factor that the person has confirmed, false for one that waits for it.
    func checkSecondFactor(
        _ code: AuthenticatorCode, of caller: AuthenticatedPerson, isConfirmed: Bool
    ) async throws -> SecondFactorCode {
        let account = caller.account.id
        guard let factor = try await store.secondFactor(of: account), factor.isConfirmed == isConfirmed else {
            throw Fault(.secondFactorUnknown)
        }
        let secret = try? keys.open(
            factor.secretSealed, aad: SecondFactorSecret.associatedData(account, factor.id))
        guard let secret else { throw Fault(.unavailable, retryAfterMs: 1000) }
        let outcome = try await store.countRecoveryAttempt(
            [], secret: .secondFactor, of: caller.session.id, account: account, limits: settings.codeLimits, at: now)
        switch outcome {
        case .counted(let attempt):
            metrics.countSecondFactorComparison()
            guard let step = SecondFactorSecret.step(of: code, secret, at: now), step > factor.lastStep else {
                throw Fault(.secondFactorWrong, attemptsLeft: attempt.left)
            }
            return SecondFactorCode(attempt: attempt, factor: factor, step: step)
        case .exhausted: throw Fault(.tooManyAttempts)
        case .wait(let until): throw Fault.wait(.codeWait, until: until, now: now)
        case .unknown: throw Fault(.loginRequired)
        }
    }

    /// The answer to a change of a second factor whose result has no members, or the fault of a change that failed.
    func answer(_ change: SecondFactorChange) throws -> Nothing {
        switch change {
        case .done, .made: wakeFeedNumbering()
        case .replayed(.response): break
        case .replayed(.keyReused): throw Fault(.requestIdReused)
        case .unusable: throw Fault(.secondFactorUnknown)
        case .exists: throw Fault(.secondFactorExists)
        case .callerEnded(let end): throw Fault(end)
        }
        return Nothing()
    }

    /// The answer to a repeated request of any method whose result has no members.
    func replayedNothing(_ stored: StoredResponse) throws -> Nothing {
        guard case .response = stored else { throw Fault(.requestIdReused) }
        return Nothing()
    }
}
