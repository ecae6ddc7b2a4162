import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Makes new recovery codes. A repeated request derives the same codes again for ten minutes, while they are the
    /// account's.
    func accountRecoveryCodes(
        _ call: Call<AccountRecoveryCodes, AuthenticatedPerson>
    ) async throws -> AccountRecoveryCodes.Answer {
        let request = call.params.requestId ?? random.id(), own = call.caller.session
        let key = try signInKey(
            AccountRecoveryCodes.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: { try await replayCodes($0, of: own.account, request) }) {
            try await confirming(.recoveryCodes) { try await makeCodes(call, key, request) }
        }
    }

    private func makeCodes(
        _ call: Call<AccountRecoveryCodes, AuthenticatedPerson>, _ key: IdempotencyKey?, _ request: RequestID
    ) async throws -> AccountRecoveryCodes.Answer {
        let account = call.caller.account.id, seed = random.bytes(32)
        let given = try await counted(call.params.confirmation, for: .recoveryCodes, by: call.caller)
        let hashKeys = keys.hash
        let recoveryCodes = RecoveryCodes(key: hashKeys.activeKey)
        let codes = recoveryCodes.codes(of: account, seed: seed, request: request)
        let new = NewRecoveryCodes(
            seed: seed, hashes: codes.map { recoveryCodes.hash($0, of: account) }, hashKey: hashKeys.active)
        switch try await store.makeRecoveryCodes(
            new, of: account, by: call.caller.session.id, confirmedBy: given, idempotencyKey: key, at: now)
        {
        case .made(let start): return AccountRecoveryCodes.Answer(codes: codes, countFromMs: start)
        case .replayed(let stored): return try await replayCodes(stored, of: account, request)
        case .callerEnded(let end): throw Fault(end)
        }
    }

    private func replayCodes(
        _ stored: StoredResponse, of account: AccountID, _ request: RequestID
    ) async throws -> AccountRecoveryCodes.Answer {
        guard case .response(let seed, let at) = stored, now < at + .minutes(10),
            let set = try await store.recoverySet(seed: seed, of: account)
        else { throw Fault(.requestIdReused) }
        // Another instance may have read the key that this one reads in the next second.
        guard let hashKey = keys.hash.all[set.hashKey] else { throw Fault(.unavailable, retryAfterMs: 1000) }
        return AccountRecoveryCodes.Answer(
            codes: RecoveryCodes(key: hashKey).codes(of: account, seed: seed, request: request),
            countFromMs: set.countsFrom)
    }
}
