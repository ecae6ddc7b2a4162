import Domain

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
