import Contracts
import Domain
import JSONRPC
import Primitives

extension Device {
    /// Performs a call that proves a PIN, with the challenge of an earlier call whose answer was lost, else with a new one.
    ///
    /// The earlier challenge may be of no use any more: it has expired, the PIN was changed, or the person enters another
    /// PIN than before. The call then continues with a new one, which is an attempt of its own.
    ///
    /// - Parameters:
    ///   - lifetime: the time for which the challenge of an earlier call is used again.
    ///   - isRepeatable: true if it is used again even after its answer has arrived.
    func withPINChallenge<T: Sendable>(
        _ purpose: PINPurpose, by asker: PINAsker, lifetime: Duration, isRepeatable: Bool = false,
        _ call: (PINChallengeInProgress) async throws(DeviceFault) -> T
    ) async throws(DeviceFault) -> T {
        if let earlier = try await store.profile().pinChallenge, earlier.purpose == purpose, earlier.asker == asker,
            clock.now < earlier.requestedAt + lifetime
        {
            do {
                return try await answering(earlier, isRepeatable, call)
            } catch {
                guard error.saysPINChallengeIsUnusable else { throw error }
            }
        }
        return try await answering(try await requestPINChallenge(purpose, by: asker), isRepeatable, call)
    }

    /// Names the stored session as the one that requests a challenge.
    ///
    /// - Throws: `DeviceFault.signedOut` if there is none, or if its tokens were dropped.
    func ownSession() async throws(DeviceFault) -> PINAsker {
        let profile = try await store.profile()
        guard let session = profile.sessionId, profile.accessToken != nil else { throw .signedOut }
        return PINAsker(session: session)
    }

    func answering<T: Sendable>(
        _ challenge: PINChallengeInProgress, _ isRepeatable: Bool,
        _ call: (PINChallengeInProgress) async throws(DeviceFault) -> T
    ) async throws(DeviceFault) -> T {
        let answer: T
        do {
            answer = try await call(challenge)
        } catch {
            if !error.mayHaveTakenEffect { try await forget(challenge) }
            throw error
        }
        if !isRepeatable { try await forget(challenge) }
        return answer
    }

    private func forget(_ challenge: PINChallengeInProgress) async throws(DeviceFault) {
        try await store.changeProfile { if $0.pinChallenge == challenge { $0.pinChallenge = nil } }
    }

    /// Requests a challenge and stores it before it is used. The proofs of an unproven session name a pseudonym in place
    /// of the account; all others must name the account that this device knows.
    ///
    /// - Throws: `DeviceFault.pinRestored`, once, if auth names an older PIN than before.
    func requestPINChallenge(
        _ purpose: PINPurpose, by asker: PINAsker
    ) async throws(DeviceFault) -> PINChallengeInProgress {
        let answer: PINChallenge.Answer
        do {
            answer = try await auth.call(
                PINChallenge.self, .init(purpose: purpose, accountId: asker.account, sessionId: asker.session))
        } catch {
            // Auth gives the same answer for a session that has ended; its status says why.
            if error.fault?.isKind(.pinUnknown) == true, asker.session != nil { _ = try await status() }
            throw .call(error)
        }
        let profile = try await store.profile()
        let account = asker.account ?? (profile.sessionId == asker.session ? profile.accountId : nil)
        let challenge = try PINChallengeInProgress(answer, for: purpose, by: asker, account: account, at: clock.now)
        let isOlder = account.flatMap { account in challenge.pin.map { profile.isOlder($0, of: account) } } ?? false
        try await store.changeProfile { profile in
            profile.pinChallenge = isOlder ? nil : challenge
            profile.remember(challenge.pin, of: account)
        }
        if isOlder { throw .pinRestored }
        return challenge
    }
}

extension DeviceFault {
    /// True if a proof by PIN was refused because of its challenge: it is used, replaced or too old, the PIN was changed,
    /// or the proof is another one than before.
    var saysPINChallengeIsUnusable: Bool {
        guard case .call(let failure) = self else { return false }
        return [.pinChallengeExpired, .requestIdReused, .codeExpired].contains { failure.fault?.isKind($0) == true }
    }
}
