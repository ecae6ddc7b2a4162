import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Answers what is stored about the person and is no secret, apart from what the contract names. The digits of a
    /// device that waits to be admitted are left out, and so are the operators who have decided.
    func accountExport(_ call: Call<AccountExport, AuthenticatedPerson>) async throws -> AccountExport.Answer {
        let own = call.caller.account
        let sessions = try await sessionList(Call(Nothing(), caller: call.caller, context: call.context)).sessions
        let devices = try await deviceList(Call(Nothing(), caller: call.caller, context: call.context)).devices
        return AccountExport.Answer(
            exportedAtMs: now,
            account: try await accountMe(Call(Nothing(), caller: call.caller, context: call.context)),
            state: own.state, approvalReason: own.approvalReason, approvalSinceMs: own.approvalSince,
            hasPin: try await store.hasPIN(own.id),
            hasSecondFactor: try await store.secondFactor(of: own.id)?.isConfirmed ?? false,
            devices: Array(devices.prefix(200)),
            sessions: sessions.prefix(200).map { session in
                var session = session
                session.digits = nil
                return session
            },
            notices: try await accountNotices(Call(Nothing(), caller: call.caller, context: call.context)).notices,
            decisions: try await views(of: store.decisions(about: own.id, page: DecisionPage(limit: 100))).map {
                decision in
                var decision = decision
                (decision.operatorId, decision.operatorPhone) = (nil, nil)
                return decision
            },
            children: try await store.familyExport(of: own.id, at: now).map { exported($0, for: own.id) })
    }

    /// A child without the accounts and the numbers of its other parents.
    private func exported(_ child: ExportedFamily, for parent: AccountID) -> ExportedChild {
        ExportedChild(
            child: view(of: child.child),
            parentSinceMs: child.parents.first { $0.parent == parent }?.since ?? child.child.account.created,
            otherParentsSinceMs: child.parents.filter { $0.parent != parent }.map(\.since).sorted(),
            invites: child.invites.map {
                ExportedInvite(purpose: $0.purpose, kind: $0.kind, expiresAtMs: $0.expires, usedAtMs: $0.usedAt)
            })
    }
}
