import Contracts
import Domain
import JSONRPC
import Primitives

extension Device {
    /// Performs a call with the challenge of an earlier one whose answer was lost, else with a new one.
    func withChildChallenge<T: Sendable>(
        of child: AccountID, _ call: (PINChallengeInProgress) async throws(DeviceFault) -> T
    ) async throws(DeviceFault) -> T {
        if let earlier = try await store.profile().pinChallenge, earlier.asker == PINAsker(account: child),
            clock.now < earlier.requestedAt + .minutes(5)
        {
            do {
                return try await answering(earlier, false, call)
            } catch {
                guard error.saysPINChallengeIsUnusable || error.isRefusal(.flowError) else { throw error }
            }
        }
        return try await answering(try await requestChildChallenge(of: child), false, call)
    }

    /// Requests a challenge for the PIN of this device, which begins a run of the app: a former session ends.
    func requestChildChallenge(of child: AccountID) async throws(DeviceFault) -> PINChallengeInProgress {
        let asked = try await store.profile().child
        let answer: ChildPINChallenge
        do {
            answer = try await auth.call(ChildChallenge.self, Nothing())
        } catch {
            throw .call(error)
        }
        let challenge = try PINChallengeInProgress(answer, of: child, at: clock.now)
        let isBound = try await store.write { transaction in
            guard transaction.profile.hasBinding(of: asked) else { throw DeviceFault.sessionChanged }
            guard transaction.profile.adoptBinding(named: answer.bindingId) else { return false }
            transaction.profile.follow(answer.state)
            transaction.profile.pinChallenge = challenge
            return true
        }
        // The PIN belongs to the secret of another binding, so no attempt is used up on this one.
        guard isBound else { throw .noChild }
        return challenge
    }
}

extension StoreTransaction {
    /// Stores the session of a child, and opens the synchronised entries.
    mutating func signIn(_ answer: ChildSignIn, _ event: ChildAccess.Event) throws {
        try signIn(answer.session)
        // The answer to a repeated request may come after the device has learnt a later state.
        if !profile.moveChild(event) { profile.follow(.authChild) }
        profile.child?.attemptsLeft = nil
        guard let account = answer.session.accountId else { return }
        try install(answer.unlockShare, hours: answer.offlineUnlockHours, of: account, at: now)
    }
}
