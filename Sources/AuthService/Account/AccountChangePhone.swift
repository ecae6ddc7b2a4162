import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Gives the account another number, which a code has proven.
    func accountChangePhone(
        _ call: Call<AccountChangePhone, AuthenticatedPerson>
    ) async throws -> AccountChangePhone.Answer {
        let own = call.caller.session
        let key = try idempotencyKey(
            AccountChangePhone.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        return try await replayOrPerform(key, replay: replayedChange) { try await changeNumber(call, key) }
    }

    private func changeNumber(
        _ call: Call<AccountChangePhone, AuthenticatedPerson>, _ key: IdempotencyKey?
    ) async throws -> AccountChangePhone.Answer {
        let own = call.caller.session, account = call.caller.account, params = call.params
        guard let number = E164(parsing: params.phone) else { throw Fault(.invalidParams, field: "phone") }
        let new = phones.index(number)
        if account.phoneIndex?.isSameNumber(as: new) == true { throw Fault(.invalidParams, field: "phone") }
        guard let challenge = try await store.challenge(params.challengeId, thumbprint: own.thumbprint),
            new.isSameNumber(as: challenge.phoneIndex)
        else { throw Fault(.codeExpired) }
        let given = try await counted(params.confirmation, for: .changePhone, by: call.caller)
        let code = try await checkCode(
            params.code, of: params.challengeId, for: .changePhone, thumbprint: own.thumbprint)
        let outcome = try await confirming(.changePhone) {
            try await store.changeNumber(
                of: account.id, to: new, sealed: phones.seal(number, new), provenBy: code,
                former: try formerNumber(of: account), in: own.id, confirmedBy: given, idempotencyKey: key, at: now)
        }
        switch outcome {
        case .changed(let until): return AccountChangePhone.Answer(undoableUntilMs: until)
        case .replayed(let stored): return try replayedChange(stored)
        case .codeUnusable: throw Fault(.codeExpired)
        case .numberTaken: throw Fault(.numberTaken)
        case .stateChanged, .unknown: throw Fault(.unavailable, retryAfterMs: 100)
        case .callerEnded(let end): throw Fault(end)
        }
    }

    /// The present number of an account, with its keyed hash under each index key in use; nil if the account has none.
    ///
    /// - Throws: `unavailable` if the number cannot be decrypted: it could not be reserved under each key.
    private func formerNumber(of account: AccountRecord) throws -> PhoneIndex? {
        guard account.phoneIndex != nil else { return nil }
        guard let number = phone(of: account) else { throw Fault(.unavailable, retryAfterMs: 1000) }
        return phones.index(number)
    }

    private func replayedChange(_ stored: StoredResponse) throws -> AccountChangePhone.Answer {
        guard case .response(let bytes, _) = stored else { throw Fault(.requestIdReused) }
        return AccountChangePhone.Answer(
            undoableUntilMs: Int64(String(decoding: bytes, as: UTF8.self)).map { Instant(ms: $0) })
    }
}
