import Contracts
public import Domain
import JSONRPC
public import PIN
public import Primitives

extension Device {
    /// Binds this device to a child by an invite code. The PIN is made by ``logInChild(_:mayMakePIN:)``. After a lost answer
    /// the same call with the same code gets it.
    ///
    /// - Parameter newPIN: the PIN that will be made; one that is refused is refused before the invite is used.
    /// - Throws: `DeviceFault.childDevice` while the device is bound, `DeviceFault.personSignedIn`, and
    ///   `DeviceFault.pinRefused` or `DeviceFault.pinTooShort` for a new PIN that is easy to guess.
    @discardableResult
    public func join(by code: InviteCode, making newPIN: PINSecret? = nil) async throws(DeviceFault) -> ChildProfile {
        if let newPIN { try await checkStrength(of: newPIN, fewest: PINSecret.digitCounts.lowerBound) }
        // The access that this device has may have been reset or withdrawn.
        if try await store.profile().child?.isBound == true { try await childAccess() }
        let digest = store.cipher.digest(method: InviteVerify.name, params: Array(code.reveal.utf8))
        let earlier = try await store.write { transaction throws in
            try transaction.profile.beginJoining()
            return transaction.profile.child
        }
        if let earlier, let ticket = earlier.ticket, earlier.codeDigest == digest {
            do throws(DeviceFault) {
                return try await bind(by: ticket)
            } catch {
                guard error.isRefusal(.inviteInvalid) else { throw error }
            }
            if let child = try await store.profile().child, child.isBound { return child }
        }
        let answer: InviteVerify.Answer
        do {
            answer = try await auth.call(InviteVerify.self, .init(code: code))
        } catch {
            if error.fault?.isKind(.inviteInvalid) == true {
                try await store.changeProfile { $0.moveChild(.invalidCode) }
            }
            throw .call(error)
        }
        try await store.changeProfile { profile in
            profile.moveChild(.validCode)
            profile.child?.hold(answer.ticket, of: answer.name, codeDigest: digest)
        }
        return try await bind(by: answer.ticket)
    }

    private func bind(by ticket: InviteTicket) async throws(DeviceFault) -> ChildProfile {
        do throws(DeviceFault) {
            let profile = try await callOnce(DeviceBind.self, lifetime: .minutes(5)) { [name] request in
                .init(ticket: ticket, deviceName: DeviceName(reducing: name), requestId: request)
            } store: { [random] answer, transaction in
                transaction.profile.pinChallenge = try PINChallengeInProgress(answer, of: nil, at: transaction.now)
                transaction.profile.bind(to: answer.childId, by: answer.bindingId, random)
            }.profile
            guard let child = profile.child else { throw DeviceFault.sessionChanged }
            return child
        } catch {
            let isUsed = error.isRefusal(.inviteInvalid)
            guard isUsed || error.isRefusal(.deviceBound) else { throw error }
            // An earlier request may have bound the device, although its answer was lost. The ticket is kept until
            // auth has said so, because only a device with a ticket takes the binding.
            let child = try await childAccess()
            if isUsed, child?.isBound != true {
                try await store.changeProfile { profile in
                    profile.moveChild(.invalidCode)
                    profile.child?.dropTicket()
                }
            }
            throw error
        }
    }

    /// Logs the child in by the PIN, or makes the PIN in CHILD_PIN_SETUP. It opens the synchronised entries too. After a lost
    /// answer the same call with the same PIN gets it.
    ///
    /// - Parameter mayMakePIN: false to throw `DeviceFault.noPIN` where the device has no PIN yet.
    /// - Returns: the profile, and auth's share of the key of the synchronised rows.
    /// - Throws: `DeviceFault.noChild` on a device that is bound to no child, and `DeviceFault.pinRefused` or
    ///   `DeviceFault.pinTooShort` for a new PIN that is easy to guess.
    @discardableResult
    public func logInChild(
        _ secret: PINSecret, mayMakePIN: Bool = true
    ) async throws(DeviceFault) -> (profile: Profile, share: UnlockShare) {
        guard let child = try await store.profile().child, let id = child.childId else { throw .noChild }
        if child.state == .childPINSetup {
            guard mayMakePIN else { throw .noPIN }
            try await checkStrength(of: secret, fewest: PINSecret.digitCounts.lowerBound)
        }
        return try await following {
            () async throws(DeviceFault) in
            try await withChildChallenge(of: id) { challenge throws(DeviceFault) in
                challenge.purpose == .enrol
                    ? try await setPIN(secret, challenge, child, mayMakePIN)
                    : try await verify(secret, challenge, child)
            }
        }
    }

    private func setPIN(
        _ secret: PINSecret, _ challenge: PINChallengeInProgress, _ child: ChildProfile, _ mayMakePIN: Bool
    ) async throws(DeviceFault) -> (profile: Profile, share: UnlockShare) {
        guard mayMakePIN else { throw .noPIN }
        let made = try await challenge.new(secret, thumbprint: auth.thumbprint, deviceSecret: child.secretBytes)
        let (answer, profile, _) = try await callOnce(ChildSetPIN.self, lifetime: .minutes(5)) { request in
            .init(challengeId: challenge.id, publicKey: made.publicKey, proof: made.proof, requestId: request)
        } store: { answer, transaction in
            try transaction.signIn(answer, .pinSet)
        }
        return (profile, answer.unlockShare)
    }

    private func verify(
        _ secret: PINSecret, _ challenge: PINChallengeInProgress, _ child: ChildProfile
    ) async throws(DeviceFault) -> (profile: Profile, share: UnlockShare) {
        let proof = try await challenge.present(
            secret, thumbprint: auth.thumbprint, deviceSecret: child.secretBytes
        ).proof
        let (answer, profile, _) = try await callOnce(ChildVerifyPIN.self, lifetime: .minutes(5)) { request in
            .init(challengeId: challenge.id, proof: proof, requestId: request)
        } store: { answer, transaction in
            try transaction.signIn(answer, .correctPIN)
        }
        return (profile, answer.unlockShare)
    }

    /// Says that the child has forgotten the PIN: a parent has to give it access again.
    public func forgetChildPIN() async throws(DeviceFault) -> ChildProfile {
        guard let child = try await store.profile().child, let id = child.childId else { throw .noChild }
        do throws(DeviceFault) {
            return try await following { () async throws(DeviceFault) in
                // Auth takes the request of an app that has started and waits for the PIN.
                _ = try await requestChildChallenge(of: id)
                let profile = try await callOnce(ChildForgotPIN.self, lifetime: .hours(20)) { request in
                    .init(requestId: request)
                } store: { _, transaction in
                    transaction.profile.follow(.parentVerificationRequired)
                }.profile
                return profile.child ?? child
            }
        } catch {
            // The answer to an earlier request was lost.
            guard error.isRefusal(.parentVerificationRequired) else { throw error }
            return try await store.profile().child ?? child
        }
    }

    /// Asks auth for the state of the access and stores it; nil on a device that is no child's.
    @discardableResult
    public func childAccess() async throws(DeviceFault) -> ChildProfile? {
        let asked = try await store.profile().child
        let answer: ChildState.Answer
        do {
            answer = try await auth.call(ChildState.self, .init(childId: asked?.childId))
        } catch {
            guard error.saysAccountIsDeleted else { throw .call(error) }
            return try await store.write { transaction in
                if transaction.profile.hasBinding(of: asked) { try transaction.endDeletedChild() }
                return transaction.profile.child
            }
        }
        return try await store.write { [random] transaction in
            if transaction.profile.hasBinding(of: asked) { try transaction.follow(answer, random) }
            return transaction.profile.child
        }
    }

    /// Shows the screen that is due on a child's device, and goes on from it: the welcome after a login, and the message
    /// that the access was withdrawn, after which the device belongs to nobody.
    ///
    /// - Returns: the state whose screen is shown; nil for none.
    @discardableResult
    public func showChildScreen() async throws(DeviceFault) -> ChildAccess.State? {
        try await store.write { transaction in
            guard let state = transaction.profile.child?.state else { return nil }
            switch state {
            case .authChild: transaction.profile.moveChild(.welcome)
            case .childAccessRevoked: transaction.profile.acknowledge()
            default: return nil
            }
            return state
        }
    }
}
