import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON

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
        let answer: ChildPINChallenge
        do {
            answer = try await auth.call(ChildChallenge.self, Nothing())
        } catch {
            throw .call(error)
        }
        let challenge = try PINChallengeInProgress(answer, of: child, at: clock.now)
        let isBound = try await store.write { transaction in
            guard transaction.profile.keepsBinding(answer.bindingId) else { return false }
            transaction.profile.follow(answer.state)
            transaction.profile.pinChallenge = challenge
            return true
        }
        // The PIN belongs to the secret of another binding, so no attempt is used up on this one.
        guard isBound else { throw .noChild }
        return challenge
    }

    /// Performs a call of a child's device, and stores what a refusal says about the access.
    func following<T: Sendable>(_ call: () async throws(DeviceFault) -> T) async throws(DeviceFault) -> T {
        do {
            return try await call()
        } catch {
            guard case .call(let failure) = error, let fault = failure.fault else { throw error }
            if fault.isKind(.childAccessRevoked) {
                let binding = fault.data["bindingId"]?.string.flatMap { BindingID($0) }
                try await store.write { try $0.endAccess(of: binding) }
            } else if fault.isKind(.locked) {
                try await store.changeProfile { profile in
                    profile.follow(.childAccessLocked)
                    profile.child?.attemptsLeft = 0
                }
            } else if fault.isKind(.parentVerificationRequired) {
                try await store.changeProfile { $0.follow(.parentVerificationRequired) }
            } else if fault.isKind(.deviceNotBound) {
                // Auth tells a device that was never bound from one whose access was reset.
                _ = try? await childAccess()
            } else if fault.isKind(.pinWrong) {
                let left = fault.data["attemptsLeft"]?.number?.int64
                try await store.changeProfile { profile in
                    profile.moveChild(.wrongPIN)
                    profile.child?.attemptsLeft = left.map(Int.init)
                    profile.lock?.isLocked = true
                    profile.lock?.needsProof = true
                }
            }
            throw error
        }
    }
}

extension StoreTransaction {
    /// Stores the session of a child, and opens the synchronised entries.
    mutating func signIn(_ answer: ChildSignIn, _ event: ChildAccess.Event) throws {
        try signIn(answer.session)
        profile.moveChild(event)
        profile.child?.attemptsLeft = nil
        guard let account = answer.session.accountId else { return }
        try install(answer.unlockShare, hours: answer.offlineUnlockHours, of: account, at: now)
    }
}

extension Profile {
    /// Begins to join a family, or goes on with it.
    ///
    /// - Throws: `DeviceFault.childDevice` while the device is bound, and `DeviceFault.personSignedIn`.
    mutating func beginJoining() throws(DeviceFault) {
        if child?.state == .childAccessRevoked { acknowledge() }
        guard child?.isBound != true else { throw .childDevice }
        guard child == nil else { return }
        guard sessionId == nil else { throw .personSignedIn }
        move(.childInviteCode)
        if appState == .childInviteVerify { child = ChildProfile() }
    }

    /// Goes on from the message that the access was withdrawn: the device belongs to nobody.
    mutating func acknowledge() {
        if moveChild(.acknowledged) { belongToNobody() }
    }

    /// Ends a binding that auth does not know: the app was installed anew, with another device key, or auth was restored.
    mutating func forgetBinding() {
        guard moveChild(.reinstall) else { return }
        belongToNobody()
        lockUntilProof()
        notice = BindingLoss.unknown.notice
    }

    /// The entries stay those of the child's account, which may come back.
    private mutating func belongToNobody() {
        (child, parentSession, sessionId, login) = (nil, nil, nil, nil)
        dropTokens()
    }
}

extension DeviceFault {
    /// True if a service refused the call with this fault.
    func isRefusal(_ kind: FaultKind) -> Bool {
        guard case .call(let failure) = self else { return false }
        return failure.fault?.isKind(kind) == true
    }
}
