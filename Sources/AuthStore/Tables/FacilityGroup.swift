public import Domain
public import Primitives
import SQL

/// A row of `facility_group`: a facility group and its policies.
public struct FacilityGroup: Sendable, Hashable {
    /// The way its members are approved for syncing: by an operator, or at once.
    public enum Approval: String, Sendable, Hashable { case manual, automatic }
    /// The number of devices on which one member may have a proven session.
    public enum Devices: String, Sendable, Hashable { case one, many }
    /// The proof a registration needs: the code sent to the number, or nothing.
    public enum Verification: String, Sendable, Hashable { case otp, none }
    /// The need for a further proof at login. It is stored and not enforced yet.
    public enum Need: String, Sendable, Hashable { case required, optional }

    public let name: GroupID
    /// The role of the accounts that register in the group; the column `registers`.
    public let memberRole: Role
    public let approval: Approval
    public let devices: Devices
    public let verification: Verification
    public let pin: Need
    public let secondFactor: Need
    /// True if a registration may name the group. A group that verifies nothing may be named only where the service
    /// also runs as a demonstration.
    public let isJoinable: Bool
    /// The time in hours for which a device may open synchronised secrets without the service. It is stored and not
    /// enforced yet.
    public let offlineUnlockHours: Int64

    public init(
        name: GroupID, memberRole: Role, approval: Approval, devices: Devices, verification: Verification,
        pin: Need = .optional, secondFactor: Need = .optional, isJoinable: Bool = true, offlineUnlockHours: Int64 = 72
    ) {
        self.name = name
        self.memberRole = memberRole
        self.approval = approval
        self.devices = devices
        self.verification = verification
        self.pin = pin
        self.secondFactor = secondFactor
        self.isJoinable = isJoinable
        self.offlineUnlockHours = offlineUnlockHours
    }

    init(_ row: Row) throws {
        name = try row.enumValue(0)
        memberRole = try row.enumValue(1)
        approval = try row.enumValue(2)
        devices = try row.enumValue(3)
        verification = try row.enumValue(4)
        pin = try row.enumValue(5)
        secondFactor = try row.enumValue(6)
        isJoinable = try row.bool(7)
        offlineUnlockHours = try row.int(8)
    }
}
