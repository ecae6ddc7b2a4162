import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Logs out here. The device keeps its place: a code alone lets it in again.
    func sessionLogout(_ call: Call<SessionLogout, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let once = try once(
            SessionLogout.self, call.params.requestId, call.params, owner: own.account.bytes, by: own.thumbprint,
            about: own.id.bytes)
        switch try await store.revoke(own.id, of: own.account, from: own.id, once: once, at: now) {
        case .done: tell()
        case .repeated(.done): break
        case .repeated(.reused): throw Fault(.requestIdReused)
        case .unknown, .otherDigits: throw Fault(.sessionRevoked)
        }
        return Nothing()
    }
}
