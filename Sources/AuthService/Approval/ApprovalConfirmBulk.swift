import AuthStore
import Contracts
import JSONRPC
import StrictJSON

extension Auth {
    /// Confirms that an operator may decide about further people of a group.
    func approvalConfirmBulk(_ call: Call<ApprovalConfirmBulk, OperatorIdentity>) async throws
        -> ApprovalConfirmBulk.Answer
    {
        let params = call.params
        let key = try idempotencyKey(
            ApprovalConfirmBulk.self, params.requestId, params, owner: call.caller.idempotencyOwner,
            thumbprint: call.caller.thumbprint)
        let outcome = try await store.confirmBulk(
            of: params.operatorId, in: params.group, by: call.caller.actor, reason: printable(params.reason),
            idempotencyKey: key,
            response: { try WireEncoder().bytes(ApprovalConfirmBulk.Answer(decisions: $0)) }, at: now)
        switch outcome {
        case .confirmed(let decisions): return ApprovalConfirmBulk.Answer(decisions: decisions)
        case .replayed(let stored): return try storedAnswer(stored)
        case .unknown: throw Fault(.userUnknown)
        }
    }
}
