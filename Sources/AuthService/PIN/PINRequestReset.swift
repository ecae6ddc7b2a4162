import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Stores a new PIN that waits to take the place of a forgotten one.
    func pinRequestReset(_ call: Call<PINRequestReset, AuthenticatedPerson>) async throws -> PINRequestReset.Answer {
        let own = call.caller.session
        let key = try idempotencyKey(
            PINRequestReset.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: replayedRequest) {
            try await requestReset(call.params, in: own, key)
        }
    }

    private func requestReset(
        _ params: PINRequestReset.Params, in own: SessionRecord, _ key: IdempotencyKey?
    ) async throws -> PINRequestReset.Answer {
        let challenge = try await pinChallenge(params.challengeId, for: .change, of: own)
        // The new key is verified before the code, because a client's faulty signature must use up no attempt.
        let new = try newPIN(params.newPublicKey, params.newProof, by: challenge)
        let code = try await checkCode(
            params.code, of: params.codeChallengeId, for: .resetPIN, thumbprint: own.thumbprint)
        let outcome = try await confirming(.resetPIN) {
            try await store.requestPINReset(
                to: new, by: challenge, in: own.id, confirmedBy: code, idempotencyKey: key, at: now)
        }
        switch outcome {
        case .requested(let approval, let due):
            wakeFeedNumbering()
            return PINRequestReset.Answer(approval: approval, takesEffectAtMs: due)
        case .replayed(let stored): return try replayedRequest(stored)
        case .challengeUnusable, .unknown, .operatorDecides, .done: throw Fault(.pinChallengeExpired)
        case .callerEnded(let end): throw Fault(end)
        }
    }

    private func replayedRequest(_ stored: StoredResponse) throws -> PINRequestReset.Answer {
        guard case .response(let bytes, _) = stored else { throw Fault(.requestIdReused) }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count == 2, let approval = ApprovalStatus(rawValue: words[0]) else { throw Fault(.internalError) }
        return PINRequestReset.Answer(approval: approval, takesEffectAtMs: Int64(words[1]).map { Instant(ms: $0) })
    }

    /// The answer to a call that ends the request for a new PIN, or the fault of one that found none to end.
    func answer(_ outcome: PINResetOutcome) throws -> Nothing {
        switch outcome {
        case .done, .requested: wakeFeedNumbering()
        case .replayed(.response): break
        case .replayed(.keyReused): throw Fault(.requestIdReused)
        case .unknown, .challengeUnusable: throw Fault(.pinResetUnknown)
        case .operatorDecides: throw Fault(.waitingForApproval)
        case .callerEnded(let end): throw Fault(end)
        }
        return Nothing()
    }
}
