import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Opens a session by a PIN alone on an admitted device, or together with the code of an unproven session on a new
    /// one; or gives the unlock share of a device's store. The purpose of the challenge decides.
    func pinProve(_ call: Call<PINProve, ProvenDevice>) async throws -> PINProve.Answer {
        let request = call.params.requestId ?? random.id()
        let key = try signInKey(
            PINProve.self, call.params.requestId, call.params, thumbprint: call.caller.thumbprint)
        return try await replayOrPerform(
            key, replay: { try await answer(by: replayLogin($0, request)) }
        ) {
            let attempt = try await checkPIN(
                call.params.proof, of: call.params.challengeId, for: [.login, .unlock],
                thumbprint: call.caller.thumbprint)
            return attempt.challenge.purpose == .unlock
                ? try await unlock(by: attempt) : try await logIn(by: attempt, on: call.caller, key, request)
        }
    }

    private func unlock(by attempt: PINAttempt) async throws -> PINProve.Answer {
        guard let share = try await store.unlock(by: attempt, lapse: settings.admissionLapse, at: now) else {
            throw Fault(.pinChallengeExpired)
        }
        return PINProve.Answer(
            unlockShare: try opened(share, of: attempt.challenge.account), offlineUnlockHours: share.offlineHours)
    }

    private func logIn(
        by attempt: PINAttempt, on device: ProvenDevice, _ key: IdempotencyKey?, _ request: RequestID
    ) async throws -> PINProve.Answer {
        let new = newSession(.pin, on: device, named: nil, request: request)
        let outcome = try await confirming(.login) {
            try await store.logIn(by: attempt, opening: new, idempotencyKey: key, at: now)
        }
        switch outcome {
        case .signedIn(let account, let session):
            return try await answer(by: signedIn(account, session, request: request))
        case .replayed(let stored): return try await answer(by: replayLogin(stored, request))
        case .codeUnusable, .stateChanged, .notRegistered, .codeRequired, .groupNotServed:
            throw Fault(.pinChallengeExpired)
        case .blocked: throw Fault(.blocked)
        }
    }

    private func replayLogin(_ stored: StoredResponse, _ request: RequestID) async throws -> SignedIn {
        try await replaySignIn(stored, request: request, at: now, expired: .pinChallengeExpired)
    }

    private func answer(by signedIn: SignedIn) async throws -> PINProve.Answer {
        // A session that was opened by a PIN is never unproven, so its grant names the account.
        guard let account = signedIn.session.accountId, let share = try await store.unlockShare(of: account) else {
            throw Fault(.pinChallengeExpired)
        }
        return PINProve.Answer(
            unlockShare: try opened(share, of: account), offlineUnlockHours: share.offlineHours,
            session: signedIn.session, next: signedIn.next)
    }

    /// Decrypts the unlock share of an account.
    func opened(_ record: UnlockShareRecord, of account: AccountID) throws -> UnlockShare {
        guard let plain = try? keys.open(record.sealed, aad: PINSealing.shareData(account)),
            let share = UnlockShare(plain)
        else { throw Fault(.unavailable) }
        return share
    }
}
