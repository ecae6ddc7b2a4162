import AuthStore
import Contracts
import Domain
import FaultInjection
import JSONRPC
import Primitives
import StrictJSON

extension Auth {
    /// Checks a one-time code and, if it is right, returns its counted attempt. The calling method then uses the code
    /// up in the transaction that acts on it.
    ///
    /// **What happens after wrong codes.** A wrong code answers `codeWrong` with `attemptsLeft`. When a challenge has
    /// had ``CodeLimits/perChallenge`` attempts, the next answers `tooManyAttempts`, even with the right code. After
    /// ``CodeLimits/inARow`` attempts of one device key at one phone number, over all its challenges, that key waits
    /// for ``CodeLimits/wait``; meanwhile its attempts and its requests for new codes answer `codeWait`. A right code
    /// resets the count. Nobody is blocked or logged out, and another device key of the same number does not wait for
    /// it. While the hourly quota ``SendLimits/wrongPerHour`` is used up, `codeWait` also answers device keys and address
    /// groups that entered wrong codes themselves, unless the key held a full session of the number's account.
    ///
    /// The attempt is counted in a transaction of its own before the code is compared, so that neither a crash nor
    /// parallel calls gain an uncounted attempt.
    func checkCode(
        _ code: OneTimeCode, of challenge: ChallengeID, for purpose: CodePurpose, thumbprint: String
    ) async throws -> Attempt {
        let outcome = try await store.countAttempt(
            at: challenge, for: [purpose], thumbprint: thumbprint, codes: settings.codeLimits,
            sends: settings.sendLimits,
            shardSeed: random.uint64(), at: now)
        switch outcome {
        case .codeUnusable: throw Fault(.codeExpired)
        case .exhausted: throw Fault(.tooManyAttempts)
        case .wait(let until): throw Fault.wait(.codeWait, until: until, now: now)
        case .counted(let attempt):
            metrics.countCodeComparison()
            guard let key = keys.hash.all[attempt.challenge.hashKey] else { throw Fault(.unavailable) }
            guard CodeHash(key: key).matches(code, attempt.challenge) else {
                throw Fault(.codeWrong, attemptsLeft: attempt.left)
            }
            return attempt
        }
    }
}

extension Fault {
    /// A refusal of a wrong code, with the number of attempts the challenge has left.
    init(_ kind: FaultKind, attemptsLeft: Int) {
        self.init(kind, detail: ["attemptsLeft": .number(JSONNumber(attemptsLeft))])
    }
}
