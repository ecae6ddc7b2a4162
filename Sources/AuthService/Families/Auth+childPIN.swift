import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import PIN
import Primitives

extension Auth {
    /// A new challenge for the PIN of a child's device.
    func newChildChallenge(thumbprint: String) -> NewPINChallenge {
        NewPINChallenge(
            id: random.id(), purpose: .login, thumbprint: thumbprint, session: nil,
            newSalt: random.bytes(PINKey.saltCount), hashKey: keys.hash.active)
    }

    /// The answer that shows a challenge to the child's device.
    func childAnswer(_ opened: OpenedChildChallenge) throws -> ChildPINChallenge {
        let challenge = opened.challenge
        guard let key = keys.hash.all[challenge.hashKey] else { throw Fault(.unavailable) }
        let isMaking = challenge.purpose == .enrol
        guard let pin = isMaking ? nil : opened.pin else {
            guard isMaking else { throw Fault(.pinChallengeExpired) }
            return challengeView(
                opened, key,
                try parameters(
                    challenge.newGeneration, salt: challenge.newSalt, derivation: PINDerivation.standard.text))
        }
        return challengeView(opened, key, try parameters(pin.generation, salt: pin.salt, derivation: pin.derivation))
    }

    private func challengeView(_ opened: OpenedChildChallenge, _ key: Key256, _ pin: PINParameters) -> ChildPINChallenge
    {
        ChildPINChallenge(
            childId: opened.binding.child, deviceId: opened.binding.device, state: opened.binding.state,
            challengeId: opened.challenge.id, challenge: Base64URL.encode(bytes(of: opened.challenge, key)),
            expiresAtMs: opened.challenge.expires, issuer: settings.issuer, pin: pin, bindingId: opened.binding.id)
    }

    /// The answer that logs a child in.
    func signIn(
        _ outcome: Repeatable<(AccountRecord, SessionRecord)>, request: RequestID
    ) async throws -> ChildSignIn {
        switch outcome {
        case .done((let account, let session)):
            return try await childSignIn(signedIn(account, session, request: request))
        case .repeated(let stored): return try await replayChildSignIn(stored, request)
        }
    }

    /// The answer of a repeated request that has logged the child in.
    func replayChildSignIn(_ stored: StoredResponse, _ request: RequestID) async throws -> ChildSignIn {
        try await childSignIn(replaySignIn(stored, request: request, at: now, expired: .pinChallengeExpired))
    }

    private func childSignIn(_ signedIn: SignedIn) async throws -> ChildSignIn {
        guard let account = signedIn.session.accountId, let share = try await store.unlockShare(of: account) else {
            throw Fault(.pinChallengeExpired)
        }
        return ChildSignIn(
            unlockShare: try opened(share, of: account), offlineUnlockHours: share.offlineHours,
            session: signedIn.session)
    }
}
