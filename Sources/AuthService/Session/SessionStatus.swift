import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Tells a session where it stands; an unproven one learns here that it was admitted.
    func sessionStatus(_ call: Call<SessionStatus, AuthenticatedPerson>) async throws -> SessionStatus.Answer {
        let account = call.caller.account, session = call.caller.session
        return SessionStatus.Answer(
            accountId: account.id, sessionId: session.id, deviceId: session.device, group: account.group,
            scope: SessionGrantIssuer(auth: self).words(account, session), approval: account.approval,
            approvalReason: session.gate == .unproven ? nil : account.approvalReason, digits: session.digits)
    }
}
