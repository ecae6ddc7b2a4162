import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Answers the state of the caller's session; the device of an `unproven` session learns here that it was admitted.
    func sessionStatus(_ call: Call<SessionStatus, AuthenticatedPerson>) async throws -> SessionStatus.Answer {
        let account = call.caller.account, session = call.caller.session
        return SessionStatus.Answer(
            accountId: account.id, sessionId: session.id, deviceId: session.device, group: account.group,
            scope: SessionGrantIssuer(auth: self).scopes(account, session).openValues,
            approval: account.approval,
            approvalReason: session.level == .unproven ? nil : account.approvalReason, digits: session.digits)
    }
}
