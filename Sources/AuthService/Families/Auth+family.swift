import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import PIN
import Primitives

extension Auth {
    /// Performs a change of a child, and turns its refusal into the fault.
    func family<A>(_ act: () async throws -> A) async throws -> A {
        do {
            return try await act()
        } catch let refused as FamilyRefused {
            throw Fault(refused)
        }
    }

    /// Answers a request that may have been repeated, and wakes the task that numbers revocation events.
    func nothing(_ outcome: Repeatable<Void>) throws -> Nothing {
        switch outcome {
        case .done: wakeFeedNumbering()
        case .repeated(let stored): return try replayedNothing(stored)
        }
        return Nothing()
    }

    /// Performs a parent's change of one child.
    func changeChild<M: Method>(
        _ method: M.Type, _ call: Call<M, AuthenticatedPerson>,
        _ change: (AccountID, SessionRecord, IdempotencyKey?) async throws -> Repeatable<Void>
    ) async throws -> Nothing where M.Params == OneChild {
        let own = call.caller.session
        let key = try idempotencyKey(
            method, call.params.requestId, call.params, owner: own.account.bytes, thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: replayedNothing) {
            try await family { try nothing(await change(call.params.childId, own, key)) }
        }
    }

    /// Makes an invite, which the closure stores, and answers with its code. A repeated request derives the same code again for ten minutes.
    func makeInvite<M: Method>(
        _ method: M.Type, for purpose: InvitePurpose, _ call: Call<M, AuthenticatedPerson>,
        _ store: (NewInvite, SessionRecord, IdempotencyKey?, [UInt8]) async throws -> Repeatable<Instant>
    ) async throws -> InviteView where M.Params == InviteParams {
        let own = call.caller.session, params = call.params, kind = params.kind ?? .code
        let request = params.requestId ?? random.id(), hashKeys = keys.hash
        let key = try signInKey(
            method, params.requestId, params, owner: own.account.bytes, thumbprint: own.thumbprint)
        func view(_ hashKey: Key256, expires: Instant) -> InviteView {
            let code = InviteCodes(key: hashKey).code(of: params.childId, purpose, kind, request: request)
            return InviteView(code: code, link: kind == .link ? link(to: code) : nil, expiresAtMs: expires)
        }
        func replayed(_ stored: StoredResponse) throws -> InviteView {
            guard case .response(let bytes, let at) = stored, now < at + FamilyInviteRecord.lifetime,
                let number = Int(String(decoding: bytes, as: UTF8.self))
            else { throw Fault(.requestIdReused) }
            guard let hashKey = hashKeys.all[number] else { throw Fault(.unavailable, retryAfterMs: 1000) }
            return view(hashKey, expires: at + FamilyInviteRecord.lifetime)
        }
        return try await replayOrPerform(key, replay: replayed) {
            let codes = InviteCodes(key: hashKeys.activeKey)
            let code = codes.code(of: params.childId, purpose, kind, request: request)
            let new = NewInvite(id: random.id(), purpose: purpose, kind: kind, hash: codes.hash(code))
            return try await family {
                switch try await store(new, own, key, Array(String(hashKeys.active).utf8)) {
                case .done(let expires):
                    wakeFeedNumbering()
                    return view(hashKeys.activeKey, expires: expires)
                case .repeated(let stored): return try replayed(stored)
                }
            }
        }
    }

    /// The link of an invite, for a QR code: the issuer's address, which an app may register as its own. The code is in the
    /// fragment, which no browser sends to a server.
    private func link(to code: InviteCode) -> String { "\(settings.issuer)/join#\(code.reveal)" }

    /// Counts an attempt at an invite code before the code is compared.
    func countedInvite(
        _ code: InviteCode, for purpose: InvitePurpose, thumbprint: String, _ context: RequestContext
    ) async throws -> InviteAttempt {
        let outcome = try await store.countInviteAttempt(
            for: purpose, isLong: code.isLong, thumbprint: thumbprint,
            from: PhoneProtection.addressGroups(of: context.peer, keys.index.activeKey), limits: settings.codeLimits,
            shardSeed: random.uint64(), at: now)
        switch outcome {
        case .counted(let attempt): return attempt
        case .wait(let until): throw Fault.wait(.inviteWait, until: until, now: now)
        }
    }

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
            expiresAtMs: opened.challenge.expires, issuer: settings.issuer, pin: pin)
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
