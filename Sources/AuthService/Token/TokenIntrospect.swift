import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Tells the vault how a session stands, and the place in the feed it was read at, from one snapshot.
    func tokenIntrospect(_ call: Call<TokenIntrospect, String>) async throws -> TokenIntrospect.Answer {
        let standing = try await store.standing(
            of: call.params.sessionId, account: call.params.accountId, tag: tag(of: call.params.accountId))
        let ended = ended(standing)
        return TokenIntrospect.Answer(
            active: ended == nil, ended: ended, gate: (standing.session?.gate ?? .unproven).rawValue,
            tsv: DecimalInt64(standing.account?.tsv ?? 0), approval: standing.account?.approval ?? .waitingForApproval,
            feedEpoch: standing.epoch, asOf: DecimalInt64(standing.asOf))
    }

    /// The fault that answers the session's tokens; nil while they are good.
    private func ended(_ standing: SessionSnapshot) -> String? {
        guard let account = standing.account, let session = standing.session else {
            return standing.isDeleted ? "accountDeleted" : "loginRequired"
        }
        if let ended = session.ended { return ended.rawValue }
        if session.tsv != account.tsv { return "sessionRevoked" }
        if session.isExpired(at: now, idle: settings.sessionIdleTimeout) { return "sessionExpired" }
        return account.state == .blocked ? "blocked" : nil
    }
}
