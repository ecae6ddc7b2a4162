import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Answers the state of the caller's session; the device of an `unproven` session learns here that it was admitted,
    /// and until then nothing about the account.
    func sessionStatus(_ call: Call<SessionStatus, AuthenticatedPerson>) async throws -> SessionStatus.Answer {
        let account = call.caller.account, session = call.caller.session
        let visible = session.level == .unproven ? nil : account
        return SessionStatus.Answer(
            accountId: visible?.id, sessionId: session.id, deviceId: session.device, group: visible?.group,
            scope: SessionGrantIssuer(auth: self).scopes(account, session).openValues,
            approval: visible?.approval, approvalReason: visible?.approvalReason, digits: session.digits)
    }
}
