import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Ends the caller's session. A device that is admitted stays admitted, so a code alone logs it in again.
    func sessionLogout(_ call: Call<SessionLogout, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            SessionLogout.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint, target: own.id.bytes)
        if call.caller.account.role == .child { return try await logOutChild(own, key) }
        switch try await store.revoke(own.id, of: own.account, from: own.id, idempotencyKey: key, at: now) {
        case .done: wakeFeedNumbering()
        case .replayed(.response): break
        case .replayed(.keyReused): throw Fault(.requestIdReused)
        case .callerEnded(let end): throw Fault(end)
        case .unknown, .wrongDigits, .exhausted, .suspended: throw Fault(.sessionRevoked)
        }
        return Nothing()
    }

    /// Ends the session of a child. Its device stays bound, and the PIN logs it in again.
    private func logOutChild(_ own: SessionRecord, _ key: IdempotencyKey?) async throws -> Nothing {
        try await mappingFamilyRefusals {
            let done = try await store.logOutChild(own.account, of: own.id, idempotencyKey: key, at: now)
            return try answer(done)
        }
    }
}
