import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Lists the live sessions of the person, newest first, including those that wait to be admitted.
    func sessionList(_ call: Call<SessionList, AuthenticatedPerson>) async throws -> SessionList.Answer {
        let own = call.caller.session
        let sessions = try await store.sessions(of: own.account).filter { session, _ in
            !session.facts(idle: settings.sessionIdleTimeout).isExpired(at: now)
        }
        return SessionList.Answer(
            sessions: sessions.prefix(1000).map { session, device in
                SessionView(
                    sessionId: session.id, deviceId: device.id, deviceName: device.name,
                    isPending: session.level == .unproven, isCurrent: session.id == own.id, digits: session.digits,
                    firstUsedAtMs: session.created, lastUsedAtMs: session.lastUsed)
            })
    }
}
