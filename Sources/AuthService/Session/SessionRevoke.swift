import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Ends one session of the person. If it is on another device, that device has to be admitted again.
    func sessionRevoke(_ call: Call<SessionRevoke, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let key = try idempotencyKey(
            SessionRevoke.self, call.params.requestId, call.params, owner: own.account.bytes,
            thumbprint: own.thumbprint)
        switch try await store.revoke(
            call.params.sessionId, of: own.account, from: own.id, idempotencyKey: key, at: now)
        {
        case .done: wakeFeedNumbering()
        case .replayed(.response): break
        case .replayed(.keyReused): throw Fault(.requestIdReused)
        case .callerEnded(let end): throw Fault(end)
        case .unknown, .wrongDigits: throw Fault(.sessionUnknown)
        }
        return Nothing()
    }
}
