import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Makes an authenticator that waits for its first code. A repeated request gets the same secret for ten minutes, while
    /// it waits.
    func secondFactorEnroll(
        _ call: Call<SecondFactorEnroll, AuthenticatedPerson>
    ) async throws -> SecondFactorEnroll.Answer {
        let own = call.caller.session
        guard call.caller.account.role != .child else { throw Fault(.scopeMissing, scope: .account) }
        switch own.level {
        case .unproven: throw Fault(.newDeviceProofRequired)
        case .pinRequired: throw Fault(.pinSetupRequired)
        case .preTFA, .full: break
        }
        let key = try idempotencyKey(
            SecondFactorEnroll.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: { try await replayFactor($0, of: call.caller.account) }) {
            try await makeFactor(call, key)
        }
    }

    private func makeFactor(
        _ call: Call<SecondFactorEnroll, AuthenticatedPerson>, _ key: IdempotencyKey?
    ) async throws -> SecondFactorEnroll.Answer {
        let own = call.caller.session, account = call.caller.account, id: SecondFactorID = random.id()
        if try await store.secondFactor(of: account.id)?.isConfirmed == true { throw Fault(.secondFactorExists) }
        let secret = random.bytes(SecondFactorSecret.count)
        let new = NewSecondFactor(
            id: id,
            secretSealed: keys.seal(secret, aad: SecondFactorSecret.associatedData(account.id, id), random))
        let given =
            own.level == .preTFA
            ? .loginCode : try await counted(call.params.confirmation, for: .makeSecondFactor, by: call.caller)
        let change = try await confirming(.makeSecondFactor) {
            try await store.makeSecondFactor(
                new, of: account.id, in: own.id, confirmedBy: given, idempotencyKey: key, at: now)
        }
        switch change {
        case .made(let start): return try answer(secret, of: account, countsFrom: start)
        case .replayed(let stored): return try await replayFactor(stored, of: account)
        case .exists, .unusable, .done: throw Fault(.secondFactorExists)
        case .callerEnded(let end): throw Fault(end)
        }
    }

    private func answer(
        _ secret: [UInt8], of account: AccountRecord, countsFrom start: Instant
    ) throws -> SecondFactorEnroll.Answer {
        guard let secret = AuthenticatorSecret(bytes: secret) else { throw Fault(.internalError) }
        return SecondFactorEnroll.Answer(
            secret: secret, issuer: settings.messageDomain, accountName: maskedPhone(of: account), countsFromMs: start)
    }

    private func replayFactor(
        _ stored: StoredResponse, of account: AccountRecord
    ) async throws -> SecondFactorEnroll.Answer {
        guard case .response(let id, let at) = stored, now < at + .minutes(10),
            let factor = try await store.secondFactor(of: account.id), factor.id.bytes == id, !factor.isConfirmed
        else { throw Fault(.requestIdReused) }
        let secret = try? keys.open(
            factor.secretSealed, aad: SecondFactorSecret.associatedData(account.id, factor.id))
        guard let secret else { throw Fault(.unavailable, retryAfterMs: 1000) }
        return try answer(secret, of: account, countsFrom: factor.countsFrom)
    }
}
