import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Makes an invite and answers with its code. A repeated request derives the same code again for ten minutes.
    /// - Parameter commit: stores the invite with its confirmation, the idempotency key and what a repeated request is answered
    ///   from.
    func makeInvite<M: Method>(
        _ method: M.Type, for purpose: InvitePurpose, _ call: Call<M, AuthenticatedPerson>,
        _ commit: (NewInvite, SessionRecord, CountedConfirmation, IdempotencyKey?, [UInt8]) async throws -> Repeatable<
            Instant
        >
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
            let given = try await counted(params.confirmation, for: nil, by: call.caller)
            let outcome = try await mappingFamilyRefusals {
                try await confirming(nil) {
                    try await commit(new, own, given, key, Array(String(hashKeys.active).utf8))
                }
            }
            switch outcome {
            case .done(let expires):
                wakeFeedNumbering()
                return view(hashKeys.activeKey, expires: expires)
            case .repeated(let stored): return try replayed(stored)
            }
        }
    }

    /// The link of an invite, for a QR code: the issuer's address, which an app may register as its own. The code is in the
    /// fragment, which no browser sends to a server. A browser that opens the link gets a page that names the app.
    private func link(to code: InviteCode) -> String { "\(settings.issuer)/join#\(code.reveal)" }

    /// Counts an attempt at an invite code before the code is compared. The code of a link, which cannot be guessed, is
    /// compared first, so that wrong ones fill neither the database nor the audit log.
    func countedInvite(
        _ code: InviteCode, for purpose: InvitePurpose, thumbprint: String, _ context: RequestContext
    ) async throws -> InviteAttempt {
        if code.isLong {
            let hashes = keys.hash.inviteHashes { $0.hash(code) }
            guard try await store.hasInvite(hashes, for: purpose, at: now) else { throw Fault(.inviteInvalid) }
        }
        let outcome = try await store.countInviteAttempt(
            for: purpose, isLong: code.isLong, thumbprint: thumbprint,
            from: PhoneProtection.addressGroups(of: context.peer, keys.index.activeKey), limits: settings.codeLimits,
            shardSeed: random.uint64(), at: now)
        switch outcome {
        case .counted(let attempt): return attempt
        case .wait(let until): throw Fault.wait(.inviteWait, until: until, now: now)
        }
    }
}
