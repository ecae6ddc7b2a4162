import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Replaces the PIN by another one. The present PIN is proven, with the attempts of an admitted device.
    func pinChange(_ call: Call<PINChange, AuthenticatedPerson>) async throws -> PINChange.Answer {
        let own = call.caller.session
        let key = try idempotencyKey(
            PINChange.self, call.params.requestId, call.params, owner: own.account.bytes, thumbprint: own.thumbprint)
        return try await replayOrPerform(
            key, replay: { PINChange.Answer(countsFromMs: try replayedStart($0).countsFrom) }
        ) {
            try await changePIN(call.params, in: own, key)
        }
    }

    private func changePIN(
        _ params: PINChange.Params, in own: SessionRecord, _ key: IdempotencyKey?
    ) async throws -> PINChange.Answer {
        let challenge = try await pinChallenge(params.challengeId, for: .change, of: own)
        // The new key is verified first, because a mistake of the client's developer must use up no attempt.
        let new = try newPIN(params.newPublicKey, params.newProof, by: challenge)
        let attempt = try await checkPIN(
            params.proof, of: params.challengeId, for: [.change], thumbprint: own.thumbprint)
        let outcome = try await confirming(.makePIN) {
            try await store.changePIN(to: new, by: attempt, in: own.id, idempotencyKey: key, at: now)
        }
        switch outcome {
        case .stored(let start): return PINChange.Answer(countsFromMs: start)
        case .replayed(let stored): return PINChange.Answer(countsFromMs: try replayedStart(stored).countsFrom)
        case .challengeUnusable: throw Fault(.pinChallengeExpired)
        case .callerEnded(let end): throw Fault(end)
        }
    }
}
