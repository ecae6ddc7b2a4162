import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Lists the groups that a person can join by registering.
    func groupList(_ call: Call<GroupList, Void>) async throws -> GroupList.Answer {
        let groups = try await store.groups().filter {
            $0.isJoinable && ($0.verification == .otp || settings.isDemo)
        }
        return GroupList.Answer(
            groups: groups.prefix(1000).map {
                GroupView(
                    group: $0.name, approval: $0.approval.rawValue, devices: $0.devices.rawValue,
                    verification: $0.verification.rawValue)
            })
    }
}
