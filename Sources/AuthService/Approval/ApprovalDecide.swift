import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Sets a person's approval status, if the caller decides for the person's group, is not the person, names the
    /// current version of the approval, and gives a reason for a disapproval.
    func approvalDecide(_ call: Call<ApprovalDecide, OperatorIdentity>) async throws -> ApprovalDecide.Answer {
        let params = call.params
        if params.status == .disapprovedForSyncing, params.reason == nil {
            throw Fault(.reasonRequired, field: "reason")
        }
        let key = try idempotencyKey(
            ApprovalDecide.self, params.requestId, params, owner: call.caller.idempotencyOwner,
            thumbprint: call.caller.thumbprint)
        let answer = ApprovalDecide.Answer(
            accountId: params.accountId, status: params.status, version: params.version + 1)
        let decision = try ApprovalChange(
            account: params.accountId, version: Int64(params.version), status: params.status,
            reason: printable(params.reason))
        switch try await store.changeApproval(
            decision, by: call.caller.actor, idempotencyKey: key, response: storable(answer), at: now)
        {
        case .changed:
            wakeFeedNumbering()
            return answer
        case .replayed(let stored): return try storedAnswer(stored)
        case .unknown: throw Fault(.userUnknown)
        case .child: throw Fault(.childFollowsParents)
        case .stale: throw Fault(.versionStale)
        }
    }
}
