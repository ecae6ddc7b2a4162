import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Logs out on every device: nothing issued before is good here when this returns.
    func sessionLogoutEverywhere(
        _ call: Call<SessionLogoutEverywhere, AuthenticatedPerson>
    ) async throws -> SessionLogoutEverywhere.Answer {
        let own = call.caller.session
        let once = try once(
            SessionLogoutEverywhere.self, call.params.requestId, call.params, owner: own.account.bytes,
            by: own.thumbprint,
            about: own.id.bytes)
        switch try await store.revokeAll(of: own.account, once: once, at: now) {
        case .done(let ended):
            tell()
            return SessionLogoutEverywhere.Answer(ended: ended)
        case .repeated(.reused): throw Fault(.requestIdReused)
        case .repeated(.done), .unknown: throw Fault(.sessionRevoked)
        }
    }
}
