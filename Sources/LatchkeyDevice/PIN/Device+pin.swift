import Contracts
import Domain
import JSONRPC
public import PIN
public import Primitives

extension Device {
    /// Gives the account its PIN, or a passphrase in its place. Neither is kept on this device, nor is anything made from
    /// it. After a lost answer the same call gets the same answer.
    ///
    /// - Parameter confirming: the confirmation that auth asks for unless the account was registered a moment ago.
    /// - Returns: the moment from which the PIN confirms acts on the account.
    /// - Throws: `DeviceFault.pinRefused` or `DeviceFault.pinTooShort` for a PIN that is easy to guess.
    @discardableResult
    public func makePIN(_ secret: PINSecret, _ confirming: Confirming? = nil) async throws(DeviceFault) -> Instant {
        try await requireNoChild()
        try await checkStrength(of: secret)
        let confirmation = try await given(confirming, for: .makePIN)
        let lifetime = Duration.minutes(10)
        let answer: PINEnroll.Answer
        do {
            answer = try await withPINChallenge(.enrol, by: ownSession(), lifetime: lifetime) {
                challenge throws(DeviceFault) in
                let new = try await challenge.new(secret, thumbprint: auth.thumbprint)
                return try await callOnce(PINEnroll.self, lifetime: lifetime, needsSession: true) { request in
                    .init(
                        challengeId: challenge.id, publicKey: new.publicKey, proof: new.proof,
                        confirmation: confirmation, requestId: request)
                } store: { answer, transaction in
                    guard let account = transaction.profile.accountId else { return }
                    transaction.profile.remember(challenge.newPIN, of: account)
                    try transaction.install(
                        answer.unlockShare, hours: answer.offlineUnlockHours, of: account, at: transaction.now)
                }.answer
            }
        } catch {
            if error.saysPINExists {
                try await store.changeProfile { if $0.nextStep == .createPIN { $0.nextStep = .provePIN } }
            }
            throw error
        }
        // A session that has waited for the PIN gets its wider tokens. If that fails, the next refresh gets them.
        let profile = try await store.profile()
        if profile.nextStep == .createPIN { _ = try? await refresh(profile.session) }
        return answer.countsFromMs
    }

    /// Replaces the account's PIN, which is proven, by another one. A wrong proof counts as one at a login does.
    ///
    /// - Returns: the moment from which the new PIN confirms acts on the account.
    @discardableResult
    public func changePIN(from old: PINSecret, to new: PINSecret) async throws(DeviceFault) -> Instant {
        try await checkStrength(of: new)
        let lifetime = Duration.minutes(10)
        return try await withPINChallenge(.change, by: ownSession(), lifetime: lifetime) {
            challenge throws(DeviceFault) in
            let present = try await challenge.present(old, thumbprint: auth.thumbprint)
            let made = try await challenge.new(new, thumbprint: auth.thumbprint)
            return try await callOnce(PINChange.self, lifetime: lifetime, needsSession: true) { request in
                .init(
                    challengeId: challenge.id, proof: present.proof, newPublicKey: made.publicKey,
                    newProof: made.proof, requestId: request)
            } store: { _, transaction in
                transaction.profile.remember(challenge.newPIN, of: transaction.profile.accountId)
            }.answer.countsFromMs
        }
    }

    /// Logs in by a PIN. An admitted device needs no code by message: it names the account that was last signed in here. A
    /// session that waits for the proof, as a new device's does, gets a full one in its place.
    ///
    /// - Throws: `DeviceFault.noPIN` if nobody was signed in here before.
    public func logInWithPIN(_ secret: PINSecret) async throws(DeviceFault) -> Profile {
        try await requireNoChild()
        let profile = try await store.profile(), lifetime = Duration.minutes(10)
        let asker = profile.waitsForPIN ? PINAsker(session: profile.sessionId) : try profile.admittedAsker
        return try await withPINChallenge(.login, by: asker, lifetime: lifetime) { challenge throws(DeviceFault) in
            let proof = try await challenge.present(secret, thumbprint: auth.thumbprint).proof
            return try await callOnce(PINProve.self, lifetime: lifetime) { request in
                .init(challengeId: challenge.id, proof: proof, requestId: request)
            } store: { answer, transaction in
                guard let session = answer.session else {
                    throw DeviceFault.call(.unreadable(status: 200, reason: "the login opened no session"))
                }
                try transaction.signIn(session, next: answer.next)
                guard let account = session.accountId else { return }
                try transaction.install(
                    answer.unlockShare, hours: answer.offlineUnlockHours, of: account, at: transaction.now)
            }.profile
        }
    }

    /// Proves the PIN to unlock this device, and returns auth's share of the key of its synchronised rows. After a wrong PIN
    /// only a right one opens the lock screen. On a child's device this logs the child in.
    @discardableResult
    public func unlock(_ secret: PINSecret) async throws(DeviceFault) -> UnlockShare {
        if try await store.profile().child != nil { return try await logInChild(secret, mayMakePIN: false).share }
        do {
            return try await proveToUnlock(secret)
        } catch {
            if error.saysPINIsWrong { try await store.changeProfile { $0.lock?.needsProof = true } }
            throw error
        }
    }

    private func proveToUnlock(_ secret: PINSecret) async throws(DeviceFault) -> UnlockShare {
        let asker = try await store.profile().admittedAsker, lifetime = Duration.minutes(5)
        return try await withPINChallenge(.unlock, by: asker, lifetime: lifetime) { challenge throws(DeviceFault) in
            let proof = try await challenge.present(secret, thumbprint: auth.thumbprint).proof
            return try await callOnce(PINProve.self, lifetime: lifetime) { request in
                .init(challengeId: challenge.id, proof: proof, requestId: request)
            } store: { answer, transaction in
                guard let account = asker.account else { return }
                try transaction.install(
                    answer.unlockShare, hours: answer.offlineUnlockHours, of: account, at: transaction.now)
            }.answer.unlockShare
        }
    }

    /// Asks auth, in the present session, whether the account has lost its PIN.
    ///
    /// Auth answers `pinUnknown` to an account without a PIN, and also to a session that has ended. The request for the
    /// challenge then asks for the session's status, which throws if the session has ended.
    public func hasLostPIN() async throws(DeviceFault) -> Bool {
        do {
            _ = try await requestPINChallenge(.reauth, by: ownSession())
            return false
        } catch .call(let failure) where failure.fault?.isKind(.pinUnknown) == true {
            let profile = try await store.profile()
            return profile.accountId != nil && !profile.isUnproven && profile.nextStep == nil
        }
    }

    /// Refuses a new PIN that is easy to guess. Auth cannot, because it never sees the digits.
    ///
    /// - Parameter fewest: the least number of digits.
    func checkStrength(
        of secret: PINSecret, fewest: Int = PINSecret.accountDigitCounts.lowerBound
    ) async throws(DeviceFault) {
        if let count = secret.digitCount, count < fewest { throw .pinTooShort(minimum: fewest) }
        if let refusal = PINBlockList.refusal(of: secret, phone: try await store.profile().phone) {
            throw .pinRefused(refusal)
        }
    }
}

extension Profile {
    /// True while a session is stored that a proof by PIN makes full.
    fileprivate var waitsForPIN: Bool {
        guard accessToken != nil else { return false }
        return isUnproven || nextStep == .provePIN || nextStep == .createPIN
    }

    /// Names the account that is, or was last, signed in here, as an admitted device does.
    ///
    /// - Throws: `DeviceFault.noPIN` if there is none.
    fileprivate var admittedAsker: PINAsker {
        get throws(DeviceFault) {
            guard let account = accountId ?? lastAccountId else { throw .noPIN }
            return PINAsker(account: account)
        }
    }
}

extension DeviceFault {
    /// True for the refusals that a wrong PIN brings: it uses up an attempt, and the last one blocks the account.
    fileprivate var saysPINIsWrong: Bool {
        guard case .call(let failure) = self else { return false }
        return [.pinWrong, .blocked].contains { failure.fault?.isKind($0) == true }
    }

    fileprivate var saysPINExists: Bool {
        guard case .call(let failure) = self else { return false }
        return failure.fault?.isKind(.pinExists) == true
    }
}
