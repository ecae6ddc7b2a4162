import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON

extension Auth {
    /// Counts a guess, then compares it; gives back the counted attempt of a right code, which is yet to be used up.
    ///
    /// Counting and comparing are two steps on purpose: what is counted is durable before anything is compared.
    func guess(
        _ code: OneTimeCode, at challenge: ChallengeID, for purpose: CodePurpose, by thumbprint: String
    ) async throws -> Attempt {
        let outcome = try await store.countAttempt(
            at: challenge, for: [purpose], by: thumbprint, codes: settings.codeLimits, sends: settings.sendLimits,
            roll: random.uint64(), at: now)
        switch outcome {
        case .over: throw Fault(.codeExpired)
        case .exhausted: throw Fault(.tooManyAttempts)
        case .wait(let until): throw Fault.wait(.codeWait, until: until, now: now)
        case .counted(let attempt):
            guard compare(code, attempt.challenge) else { throw Fault(.codeWrong, attemptsLeft: attempt.left) }
            return attempt
        }
    }

    private func compare(_ code: OneTimeCode, _ challenge: ChallengeRecord) -> Bool {
        metrics.evaluatedCode()
        return CodeHash(key: keys.hash).matches(code, challenge)
    }
}

extension Fault {
    /// A wrong guess, and how many the challenge has left.
    init(_ kind: FaultKind, attemptsLeft: Int) {
        self.init(kind, detail: ["attemptsLeft": .number(JSONNumber(attemptsLeft))])
    }
}
