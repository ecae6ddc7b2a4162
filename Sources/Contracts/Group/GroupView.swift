public import Domain
public import JSONRPC
public import Primitives

/// A facility group and its policies.
public struct GroupView: WireObject {
    public var group: GroupID
    public var registers: Open<Role>
    public var approval: Open<GroupApproval>
    public var devices: Open<GroupDevices>
    public var verification: Open<GroupVerification>
    public var pin: Open<GroupNeed>
    public var secondFactor: Open<GroupNeed>
    public var isJoinable: Bool
    public var offlineUnlockHours: Int
    public enum CodingKeys: String, CodingKey {
        case group, registers, approval, devices, verification, pin, secondFactor, isJoinable, offlineUnlockHours
    }

    public init(
        group: GroupID, registers: Role, approval: GroupApproval, devices: GroupDevices,
        verification: GroupVerification, pin: GroupNeed, secondFactor: GroupNeed, isJoinable: Bool,
        offlineUnlockHours: Int
    ) {
        (self.group, self.registers) = (group, Open(registers))
        (self.approval, self.devices) = (Open(approval), Open(devices))
        (self.verification, self.pin) = (Open(verification), Open(pin))
        (self.secondFactor, self.isJoinable) = (Open(secondFactor), isJoinable)
        self.offlineUnlockHours = offlineUnlockHours
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .group: Field("The group's name")
        case .registers: Field("The kind of an account that registers in the group: member or parent")
        case .approval: Field("The way of approval: manual, by an operator, or automatic, at registration")
        case .devices: Field("The number of devices a person may use: one or many")
        case .verification: Field("The proof of the phone number at registration: otp, a code by SMS, or none")
        case .pin: Field("The need for a PIN: required, which a login without one asks for, or optional")
        case .secondFactor:
            Field("The need for a second factor: required, so that a login without one enrols it, or optional")
        case .isJoinable: Field("True if a registration may name the group")
        case .offlineUnlockHours:
            .offlineUnlockHours
        }
    }
}

extension Field {
    static let offlineUnlockHours = Field(
        "The hours for which a device may open synchronised secrets without the service, from a right PIN at the service",
        .offlineUnlockHours)
}

extension Field.Bounds {
    /// At most 30 days.
    static let offlineUnlockHours = Field.Bounds.range(0...720)
}
