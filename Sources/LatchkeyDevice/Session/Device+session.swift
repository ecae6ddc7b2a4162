public import Contracts
import Domain
import JSONRPC
public import PIN
public import Primitives

extension Device {
    /// Makes a call that needs a session. An expired access token is refreshed once; the consequences of any other
    /// failure are applied to the store before the failure is thrown.
    ///
    /// - Parameters:
    ///   - session: the session for which the call is made; nil for the one that is stored now.
    ///   - provesSession: true if the call succeeds only while auth has the session. The vault may answer for some
    ///     minutes after its end.
    /// - Throws: `DeviceFault.sessionChanged` if the profile no longer has this session.
    func withSession<T: Sendable>(
        _ session: SessionIdentity? = nil, provesSession: Bool = true,
        _ call: (AccessToken) async throws(CallFailure) -> T
    ) async throws(DeviceFault) -> T {
        let profile = try await store.profile()
        guard session ?? profile.session == profile.session else { throw .sessionChanged }
        guard let token = profile.accessToken else { throw profile.signedOutFault }
        let began = clock.now, answer: T
        do {
            answer = try await call(token)
        } catch {
            guard error.fault?.isKind(.tokenExpired) == true else {
                try await applyConsequences(of: error, to: profile.session)
                throw .call(error)
            }
            guard let fresh = try await refresh(profile.session).accessToken else {
                throw profile.signedOutFault
            }
            answer = try await applyingConsequences(to: profile.session) { () throws(CallFailure) in
                try await call(fresh)
            }
        }
        if provesSession { await removeRefutedDeparture(of: profile, callBegunAt: began) }
        return answer
    }

    /// Removes the stored request to log out or to delete the account, if the success of a later call shows that it has
    /// had no effect, and nobody waits for its answer. Does nothing if the profile has another session or request by now.
    func removeRefutedDeparture(of profile: Profile, callBegunAt began: Instant) async {
        guard let departure = profile.departure, departure.isRefuted(byCallBegunAt: began),
            !store.awaitedRequests.contains(departure)
        else { return }
        // The call has succeeded, so a failure here must not hide its answer; the next call tries again.
        _ = try? await store.changeProfile { [session = profile.session] profile in
            if profile.session == session, profile.departure == departure { profile.departure = nil }
        }
    }

    /// Calls a method of the vault with a session's token.
    func callVault<M: Method>(
        _ method: M.Type, _ params: M.Params, for session: SessionIdentity
    ) async throws(DeviceFault) -> M.Answer {
        try await withSession(session, provesSession: false) { token throws(CallFailure) in
            try await vault.call(method, params, headers: { _ in [.bearer(token)] })
        }
    }

    func applyingConsequences<T: Sendable>(
        to session: SessionIdentity, _ call: () async throws(CallFailure) -> T
    ) async throws(DeviceFault) -> T {
        do {
            return try await call()
        } catch {
            try await applyConsequences(of: error, to: session)
            throw .call(error)
        }
    }

    /// Asks auth for the session's status and stores it; a session that has just been admitted gets new tokens.
    public func status() async throws(DeviceFault) -> Profile {
        let session = try await store.profile().session
        let answer = try await withSession(session) { token throws(CallFailure) in
            try await auth.call(SessionStatus.self, Nothing(), token: token)
        }
        let resetHasEnded = try await resetHasEnded(answer.approval, session)
        let profile = try await store.changeProfile(of: session) { profile in
            profile.approval = answer.approval ?? .waitingForApproval
            profile.digits = answer.digits
            // Somebody may have asked for a code meanwhile, which has dropped the tokens.
            guard profile.accessToken != nil else { return }
            switch profile.login {
            case .otpRequested, .unauthorized: profile.login = .loggedIn
            case .resetPINRequested where resetHasEnded: profile.login = .loggedIn
            case .loggedIn, .resettingPIN, .resetPINRequested, nil: break
            }
            profile.enterIfFull()
        }
        let isAdmitted = profile.isUnproven && !answer.scope.contains(Open(.unproven))
        return isAdmitted ? try await refresh(session) : profile
    }

    /// True if the new PIN that this device has requested is in force by now, or if the request was cancelled. The first shows
    /// in the approval; for the second, which another device may have done, auth is asked.
    private func resetHasEnded(
        _ approval: ApprovalStatus?, _ session: SessionIdentity
    ) async throws(DeviceFault) -> Bool {
        guard try await store.profile().login == .resetPINRequested else { return false }
        if approval == .approvedForSyncing { return true }
        return try await !hasRequestedPIN(session)
    }

    /// Returns the account's sessions, also those that wait to be admitted.
    public func sessions() async throws(DeviceFault) -> [SessionView] {
        try await withSession { token throws(CallFailure) in
            try await auth.call(SessionList.self, Nothing(), token: token)
        }.sessions
    }

    /// Admits a waiting session. After a lost answer the same call succeeds again.
    ///
    /// - Parameters:
    ///   - digits: the two digits that the person has compared on both screens.
    ///   - pin: the account's PIN, where it has one.
    public func admit(_ session: SessionID, digits: String, pin: PINSecret? = nil) async throws(DeviceFault) {
        try await confirmed(by: pin.map { .pin($0) }, for: .removeDevice, lifetime: .hours(20)) {
            confirmation throws(DeviceFault) in
            _ = try await callOnce(SessionAdmit.self, lifetime: .hours(20), needsSession: true) { request in
                .init(sessionId: session, digits: digits, confirmation: confirmation, requestId: request)
            } store: { _, _ in
            }
        }
    }

    /// True if this device has asked to admit a session with these digits and the answer was lost. The session may be
    /// admitted by now, so that it is not among those that wait; ``admit(_:digits:pin:)`` then gets the lost answer.
    public func hasUnansweredAdmission(of session: SessionID, digits: String) async throws(DeviceFault) -> Bool {
        let profile = try await store.profile()
        guard let pending = profile.pendingRequest else { return false }
        // The digest leaves the proof out, so any will do.
        let byPIN = profile.pinChallenge.map { GivenConfirmation(pinChallengeId: $0.id, pinProof: .init(checked: "")) }
        for confirmation in [nil, byPIN] {
            let admission = SessionAdmit.Params(sessionId: session, digits: digits, confirmation: confirmation)
            if try digest(SessionAdmit.self, admission) == pending.digest { return true }
        }
        return false
    }
}
