import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Moves a person to waiting, approved or disapproved, if the caller owns their group now and has read the row as
    /// it is.
    func approvalDecide(_ call: Call<ApprovalDecide, OperatorIdentity>) async throws -> ApprovalDecide.Answer {
        let params = call.params
        if params.status == .disapprovedForSyncing, params.reason == nil {
            throw Fault(.reasonRequired, field: "reason")
        }
        let once = try once(
            ApprovalDecide.self, params.requestId, params, owner: call.caller.owner, by: call.caller.thumbprint)
        let answer = ApprovalDecide.Answer(
            accountId: params.accountId, status: params.status, version: params.version + 1)
        let decision = Decision(
            account: params.accountId, version: Int64(params.version), status: params.status, reason: params.reason)
        switch try await store.decide(decision, by: call.caller.decider, once: once, answer: kept(answer), at: now) {
        case .decided:
            tell()
            return answer
        case .repeated(let memory): return try recalled(memory)
        case .unknown: throw Fault(.userUnknown)
        case .notYourGroup: throw Fault(.notYourGroup)
        case .selfApproval: throw Fault(.selfApproval)
        case .stale: throw Fault(.versionStale)
        }
    }
}

extension OperatorIdentity {
    /// Whose requests these are.
    fileprivate var owner: [UInt8] {
        switch decider {
        case .person(let id): id.bytes
        case .administrator: []
        }
    }
}
