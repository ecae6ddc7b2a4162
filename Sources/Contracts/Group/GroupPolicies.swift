public import Domain
public import JSONRPC
public import Primitives

/// The params of the administrator's methods about one facility group: the policies that the call names.
public struct GroupPolicies: WireObject {
    public var group: GroupID
    public var registers: Role?
    public var approval: GroupApproval?
    public var devices: GroupDevices?
    public var verification: GroupVerification?
    public var pin: GroupNeed?
    public var secondFactor: GroupNeed?
    public var isJoinable: Bool?
    public var offlineUnlockHours: Int?
    public var reason: String?
    public enum CodingKeys: String, CodingKey {
        case group, registers, approval, devices, verification, pin, secondFactor, isJoinable, offlineUnlockHours
        case reason
    }

    public init(
        group: GroupID, registers: Role? = nil, approval: GroupApproval? = nil, devices: GroupDevices? = nil,
        verification: GroupVerification? = nil, pin: GroupNeed? = nil, secondFactor: GroupNeed? = nil,
        isJoinable: Bool? = nil, offlineUnlockHours: Int? = nil, reason: String? = nil
    ) {
        (self.group, self.registers, self.approval, self.devices) = (group, registers, approval, devices)
        (self.verification, self.pin, self.secondFactor) = (verification, pin, secondFactor)
        (self.isJoinable, self.offlineUnlockHours, self.reason) = (isJoinable, offlineUnlockHours, reason)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .group: Field("The group's name")
        case .registers:
            Field("The kind of the accounts that register in the group, member or parent; member in a new group")
        case .approval: Field("manual, by an operator, or automatic, at registration; manual in a new group")
        case .devices: Field("The number of devices on which a person may be signed in; many in a new group")
        case .verification: Field("otp, or none where the service runs with --demo; otp in a new group")
        case .pin: Field("required or optional; optional in a new group")
        case .secondFactor: Field("required or optional; optional in a new group")
        case .isJoinable: Field("True if a registration may name the group, as it may in a new group")
        case .offlineUnlockHours:
            Field(
                "The hours for which a device may open synchronised secrets without the service; 72 in a new group",
                .offlineUnlockHours)
        case .reason: .decisionReason
        }
    }
}
