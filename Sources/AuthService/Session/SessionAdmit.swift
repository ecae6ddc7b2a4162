import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Lets a waiting device in, from one that is in: naming its digits says that the person compared the screens.
    func sessionAdmit(_ call: Call<SessionAdmit, AuthenticatedPerson>) async throws -> Nothing {
        let own = call.caller.session
        let once = try once(
            SessionAdmit.self, call.params.requestId, call.params, owner: own.account.bytes, by: own.thumbprint)
        switch try await store.admit(
            call.params.sessionId, of: own.account, digits: call.params.digits, once: once, at: now)
        {
        case .done: tell()
        case .repeated(.done): break
        case .repeated(.reused): throw Fault(.requestIdReused)
        case .unknown: throw Fault(.admissionUnknown)
        case .otherDigits:
            tell()
            throw Fault(.admissionUnknown)
        }
        return Nothing()
    }
}
