public import Domain
import Primitives

extension Profile {
    /// The state of the app of a parent, or of any other person who signs in here; CHILD_INVITE_VERIFY on a child's device.
    public var appState: ParentSession.State { parentSession ?? ParentSession.initial }

    /// Moves the state of a parent's app; an event that has no effect in it changes nothing.
    mutating func move(_ event: ParentSession.Event) {
        guard let transition = ParentSession.transition(from: appState, on: event) else { return }
        parentSession = transition.state == ParentSession.initial ? nil : transition.state
    }

    /// Moves the state of a child's access; an event that has no effect in it changes nothing.
    ///
    /// - Returns: false for such an event.
    @discardableResult
    mutating func moveChild(_ event: ChildAccess.Event) -> Bool {
        guard let child, let transition = ChildAccess.transition(from: child.state, on: event) else { return false }
        self.child?.state = transition.state
        if transition.effects.contains(.endSessions) { dropTokens() }
        if transition.effects.contains(.endBinding) { self.child?.endBinding() }
        return true
    }

    /// Stores the state of the access that auth has named. Without tokens this device has no session, whatever auth says.
    mutating func follow(_ named: ChildAccess.State) {
        guard let child else { return }
        let state = named == .authChild && accessToken == nil ? .childPINLogin : named
        if let events = child.state.events(to: state) {
            for event in events { moveChild(event) }
        } else {
            self.child?.state = state
        }
        guard let now = self.child?.state, now != .authChild, now != .childHome else { return }
        dropTokens()
        if now == .childInviteVerify { self.child?.endBinding() }
        if now == .childAccessLocked || now == .parentVerificationRequired || now == .childInviteVerify {
            // The PIN is not accepted any more, so the lock screen does not open without auth either.
            lockUntilProof()
        }
    }

    /// Moves the state of a parent's app into the session that is stored, if that is a full one.
    mutating func enterIfFull() {
        guard child == nil, accessToken != nil, !isUnproven, nextStep == nil else { return }
        move(isRegistering == true ? .registration : .login)
        isRegistering = nil
    }

    /// Moves the state of the app out of a session that has ended.
    mutating func leave(by event: SecretFateEvent) {
        isRegistering = nil
        guard child == nil else { return leaveChild(by: event) }
        switch event {
        case .loggedOutHere, .loggedOutEverywhere, .accountDeletedHere, .ownRequestTookEffect:
            move(.done)
            move(.logout)
        case .refused, .accountDeletedElsewhere: move(.sessionExpired)
        }
    }

    private mutating func leaveChild(by event: SecretFateEvent) {
        switch event {
        case .loggedOutHere, .loggedOutEverywhere, .ownRequestTookEffect: moveChild(.logout)
        case .refused(.deviceRevoked), .accountDeletedHere, .accountDeletedElsewhere: moveChild(.accessRevoked)
        case .refused: moveChild(.appRestart)
        }
    }

    mutating func dropTokens() { (accessToken, refreshToken, refreshRequestID) = (nil, nil, nil) }

    /// The fault of a call that needs a session, where none is held.
    var signedOutFault: DeviceFault { child?.isBound == true ? .childPINNeeded : .signedOut }
}

extension Device {
    /// Called when the app starts. On a child's device the session has ended with the former run: the device is locked until
    /// the PIN is entered. On other devices this changes nothing; an app calls ``lock()`` there.
    public func appStarted() async throws(DeviceFault) {
        guard let child = try await store.profile().child else { return }
        store.cipher.tokens.forget()
        guard child.isBound else { return }
        try await store.changeProfile { profile in
            profile.dropTokens()
            if profile.child?.state == .authChild || profile.child?.state == .childHome {
                profile.moveChild(.appRestart)
            }
            profile.lock?.isLocked = true
        }
        store.cipher.shares.forgetWithoutOfflineHours()
    }

    /// Shows the first screens that are due, and returns their states in the order in which they are shown: the first steps
    /// after a registration alone, the welcome after every login.
    public func showFirstScreens() async throws(DeviceFault) -> [ParentSession.State] {
        guard [.onboardingParent, .authParent].contains(try await store.profile().appState) else { return [] }
        return try await store.write { transaction in
            var shown: [ParentSession.State] = []
            if transaction.profile.appState == .onboardingParent {
                shown.append(.onboardingParent)
                transaction.profile.move(.finishOnboarding)
            }
            if transaction.profile.appState == .authParent {
                shown.append(.authParent)
                transaction.profile.move(.welcome)
            }
            return shown
        }
    }

    /// Throws `DeviceFault.childDevice` on a device that is bound to a child.
    func requireNoChild() async throws(DeviceFault) {
        if try await store.profile().child?.isBound == true { throw .childDevice }
    }
}
