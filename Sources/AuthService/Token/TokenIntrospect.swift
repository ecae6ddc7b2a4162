import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Answers the state of a session to the vault, with the position of the revocation feed in the same snapshot.
    func tokenIntrospect(_ call: Call<TokenIntrospect, String>) async throws -> TokenIntrospect.Answer {
        let snapshot = try await snapshot(of: call.params.sessionId, subject: call.params.accountId)
        let end = snapshot.verdict(idle: settings.sessionIdleTimeout, at: now).end
        return TokenIntrospect.Answer(
            active: end == nil, ended: end.map { Open($0) }, level: Open(snapshot.session?.level ?? .unproven),
            tsv: DecimalInt64(snapshot.account?.tokenSecretVersion ?? 0),
            approval: snapshot.account?.approval ?? .waitingForApproval,
            feedEpoch: snapshot.epoch, asOf: DecimalInt64(snapshot.asOf))
    }
}
