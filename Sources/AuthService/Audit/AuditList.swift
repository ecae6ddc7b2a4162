import Audit
import AuditService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Lists rows of the audit log: any to the administrator, and to an operator those about one person of their groups,
    /// from the time at which the person came to the group.
    func auditList(_ call: Call<AuditList, OperatorIdentity>) async throws -> AuditList.Answer {
        let params = call.params
        let joined = try await requireGroup(of: params.accountId, by: call.caller.actor)
        return try await audit.list(params, notBefore: joined)
    }

    /// Requires that the party may see rows about the account. Returns the time before which an operator sees none, the
    /// person's last move to another facility group; nil if the person never moved, and for the administrator.
    private func requireGroup(of account: AccountID?, by actor: ActingParty) async throws -> Instant? {
        guard case .person = actor else { return nil }
        guard let account else { throw Fault(.invalidParams, field: "accountId") }
        guard let person = try await store.account(account) else { throw Fault(.userUnknown) }
        guard try await store.maySee(actor, about: person) else { throw Fault(.notYourGroup) }
        return try await lastMove(of: account)
    }

    /// The time of a person's last move to another facility group, before which an operator sees nothing about the person; nil
    /// without a move.
    ///
    /// A move is a row of the audit log, which is deleted by age, and a decision, which is not. A child follows its parents
    /// without a decision, so an operator sees nothing about a child that is older than the audit log.
    func lastMove(of account: AccountID) async throws -> Instant? {
        let moves = [
            try await audit.auditLog.lastTime(of: account, .account, NoticeKind.groupMoved),
            try await store.lastMoveDecision(of: account),
            try await store.account(account)?.role == .child ? now - settings.auditRetention : nil,
        ]
        return moves.compactMap(\.self).max()
    }
}
