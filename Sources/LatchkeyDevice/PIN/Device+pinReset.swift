public import Contracts
import Domain
import JSONRPC
public import PIN
public import Primitives

extension Device {
    /// Begins the replacement of a forgotten PIN: asks for the code that confirms it. Until the new PIN is requested, or
    /// this is cancelled, the login status is `Resetting PIN`, and nothing is added.
    public func beginPINReset() async throws(DeviceFault) -> OTPRequest.Answer {
        _ = try await ownSession()
        let answer = try await requestConfirmation(.resetPIN)
        try await store.changeProfile { profile in
            if profile.login == .loggedIn { profile.login = .resettingPIN }
        }
        return answer
    }

    /// Requests a new PIN in place of a forgotten one. What is not synchronised yet is sent before, as far as the person
    /// may sync. After a lost answer the same call gets the same answer.
    ///
    /// - Returns: the profile, and the moment at which the new PIN takes effect by itself; nil if an operator decides.
    /// - Throws: `DeviceFault.pinRefused` or `DeviceFault.pinTooShort` for a PIN that is easy to guess.
    public func requestPINReset(
        to new: PINSecret, code: OneTimeCode
    ) async throws(DeviceFault) -> (profile: Profile, takesEffect: Instant?) {
        try await checkStrength(of: new)
        let profile = try await store.profile(), lifetime = Duration.minutes(5)
        guard let codeChallenge = profile.challenge, profile.purpose == .resetPIN else { throw .noChallenge }
        if profile.standing?.canSync == true { _ = try? await sync() }
        return try await withPINChallenge(.change, by: ownSession(), lifetime: lifetime) {
            challenge throws(DeviceFault) in
            let made = try await challenge.new(new, thumbprint: auth.thumbprint)
            let outcome = try await callOnce(PINRequestReset.self, lifetime: lifetime, needsSession: true) { request in
                .init(
                    challengeId: challenge.id, newPublicKey: made.publicKey, newProof: made.proof,
                    codeChallengeId: codeChallenge, code: code, requestId: request)
            } store: { answer, transaction in
                transaction.profile.login = .resetPINRequested
                transaction.profile.approval = answer.approval
                transaction.profile.challenge = nil
                transaction.profile.purpose = nil
            }
            return (outcome.profile, outcome.answer.takesEffectAtMs)
        }
    }

    /// Ends the replacement of a forgotten PIN: on this device if the new one was not requested yet, else at auth, also
    /// for a request of another device.
    public func cancelPINReset() async throws(DeviceFault) -> Profile {
        if try await store.profile().login == .resettingPIN {
            return try await store.changeProfile { profile in
                if profile.login == .resettingPIN { profile.login = .loggedIn }
                if profile.purpose == .resetPIN { (profile.challenge, profile.purpose) = (nil, nil) }
            }
        }
        try await callAnew(PINCancelReset.self, nothingToDo: .pinResetUnknown) { request in
            .init(requestId: request)
        } store: { transaction in
            if transaction.profile.login == .resetPINRequested { transaction.profile.login = .loggedIn }
        }
        return try await status()
    }

    /// Lets a requested PIN take effect. If this device itself has made the request, a recovery code is needed.
    public func confirmPINReset(by code: RecoveryCode? = nil) async throws(DeviceFault) -> Profile {
        _ = try await callOnce(PINConfirmReset.self, lifetime: .hours(20), needsSession: true) { request in
            .init(recoveryCode: code, requestId: request)
        } store: { _, transaction in
            if transaction.profile.login == .resetPINRequested { transaction.profile.login = .loggedIn }
        }
        return try await status()
    }

    /// True if auth holds a new PIN that has not taken effect yet.
    func hasRequestedPIN(_ session: SessionIdentity) async throws(DeviceFault) -> Bool {
        try await withSession(session) { token throws(CallFailure) in
            try await auth.call(AccountMe.self, Nothing(), token: token)
        }.pinReset != nil
    }
}
