import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Ends one session of the person. Its device, if it is another than the caller's, has to be admitted anew.
    func sessionRevoke(_ call: Call<SessionRevoke, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let once = try once(
            SessionRevoke.self, call.params.requestId, call.params, owner: own.account.bytes, by: own.thumbprint)
        switch try await store.revoke(
            call.params.sessionId, of: own.account, from: own.id, once: once, at: now)
        {
        case .done: tell()
        case .repeated(.done): break
        case .repeated(.reused): throw Fault(.requestIdReused)
        case .unknown, .otherDigits: throw Fault(.sessionUnknown)
        }
        return Nothing()
    }
}
