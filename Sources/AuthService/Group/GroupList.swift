import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Lists the groups that a person can join by registering; at the administration socket, every group.
    func groupList(_ call: Call<GroupList, Void>) async throws -> GroupList.Answer {
        let isForAdministrator = call.context.listener == .administration
        let groups = try await store.groups().filter {
            isForAdministrator || ($0.isJoinable && ($0.verification == .otp || settings.isDemo))
        }
        return GroupList.Answer(groups: groups.prefix(1000).map { GroupView($0) })
    }
}
