import Audit
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
        let filter = AuditFilter(
            account: params.accountId, kind: params.kind, from: [params.fromMs, joined].compactMap(\.self).max(),
            to: params.toMs,
            before: params.before.map(Int64.init))
        let rows = try await store.auditLog?.rows(filter, limit: params.limit ?? 100) ?? []
        return AuditList.Answer(rows: rows.map(AuditRowView.init))
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
    func lastMove(of account: AccountID) async throws -> Instant? {
        try await store.auditLog?.lastTime(of: account, .account, NoticeKind.groupMoved)
    }
}

extension AuditRowView {
    init(_ numbered: NumberedAuditRow) {
        let row = numbered.row
        // A row that was tampered with may hold any text.
        self.init(
            number: Int(numbered.number), atMs: row.at, kind: Open(rawValue: String(row.kind.prefix(40))),
            detail: String(row.detail.prefix(40)), accountId: row.account, deviceId: row.device, sessionId: row.session,
            actor: Open(rawValue: String(row.actor.prefix(40))), actorId: row.actorAccount,
            actorDeviceId: row.actorDevice, actorSessionId: row.actorSession, count: row.count.map(Int.init))
    }
}
