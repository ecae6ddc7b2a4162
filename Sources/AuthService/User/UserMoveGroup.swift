import AuthStore
import Contracts
import JSONRPC
import StrictJSON

extension Auth {
    /// Moves a person to another facility group, if the caller decides for both groups and names the current version of the
    /// person's record.
    func userMoveGroup(_ call: Call<UserMoveGroup, OperatorIdentity>) async throws -> UserMoveGroup.Answer {
        let params = call.params
        let key = try idempotencyKey(
            UserMoveGroup.self, params.requestId, params, owner: call.caller.idempotencyOwner,
            thumbprint: call.caller.thumbprint)
        let move = try GroupMove(
            account: params.accountId, version: Int64(params.version), target: params.group,
            reason: printable(params.reason))
        let outcome = try await store.moveGroup(
            move, by: call.caller.actor, idempotencyKey: key,
            response: { try WireEncoder().bytes(UserMoveGroup.Answer($0)) }, at: now)
        switch outcome {
        case .moved(let person):
            wakeFeedNumbering()
            return UserMoveGroup.Answer(person)
        case .replayed(let stored): return try storedAnswer(stored)
        case .unknown: throw Fault(.userUnknown)
        case .child: throw Fault(.childFollowsParents)
        case .stale: throw Fault(.versionStale)
        case .groupUnknown: throw Fault(.groupUnknown)
        case .unsuitable: throw Fault(.groupUnsuitable)
        }
    }
}

extension UserMoveGroup.Answer {
    fileprivate init(_ person: AccountRecord) {
        self.init(
            accountId: person.id, group: person.group, status: person.approval, version: Int(person.approvalVersion))
    }
}
