import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Creates a group with the named policies, and those of a new group otherwise.
    func groupCreate(_ call: Call<GroupCreate, Void>) async throws -> GroupView {
        let change = try policyChange(call.params)
        let group = FacilityGroup(name: call.params.group).changed(by: change)
        guard try await store.createGroup(group, reason: printable(call.params.reason), at: now) else {
            throw Fault(.groupExists)
        }
        return GroupView(group)
    }

    /// The policies that a call of the administrator names.
    /// - Throws: `invalidParams` for a role that nobody registers with, and `verificationNeeded` outside a demonstration.
    func policyChange(_ params: GroupPolicies) throws -> GroupPolicyChange {
        switch params.registers {
        case nil, .member, .parent: break
        case .child, .operator: throw Fault(.invalidParams, field: "registers")
        }
        if params.verification == GroupVerification.none, !settings.isDemo { throw Fault(.verificationNeeded) }
        return GroupPolicyChange(
            memberRole: params.registers, approval: params.approval, devices: params.devices,
            verification: params.verification, pin: params.pin, secondFactor: params.secondFactor,
            isJoinable: params.isJoinable, offlineUnlockHours: params.offlineUnlockHours.map(Int64.init))
    }
}

extension GroupView {
    init(_ group: FacilityGroup) {
        self.init(
            group: group.name, registers: group.memberRole, approval: group.approval, devices: group.devices,
            verification: group.verification, pin: group.pin, secondFactor: group.secondFactor,
            isJoinable: group.isJoinable, offlineUnlockHours: Int(group.offlineUnlockHours))
    }
}
