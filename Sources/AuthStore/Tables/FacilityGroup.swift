public import Domain
public import Primitives
import SQL

/// A row of `facility_group`: a facility group and its policies.
public struct FacilityGroup: Sendable, Hashable {
    public typealias Approval = GroupApproval
    public typealias Devices = GroupDevices
    public typealias Verification = GroupVerification
    public typealias Need = GroupNeed

    public let name: GroupID
    /// The role of the accounts that register in the group; the column `registers`.
    public var memberRole: Role
    public var approval: Approval
    public var devices: Devices
    public var verification: Verification
    /// The need for a PIN. A login of a person without the required one leads to a session that can only make it.
    public var pin: Need
    /// The need for a second factor at login. A login without the required one leads to a session that can only enrol it.
    public var secondFactor: Need
    /// True if a registration may name the group. A group that verifies nothing may be named only where the service
    /// also runs as a demonstration.
    public var isJoinable: Bool
    /// The hours, 0 to 720, for which a device may keep the unlock share after a right PIN, and so open synchronised
    /// entries without the service. The device keeps to them.
    public var offlineUnlockHours: Int64

    /// A group of members whom an operator approves, unless other policies are given.
    public init(
        name: GroupID, memberRole: Role = .member, approval: Approval = .manual, devices: Devices = .many,
        verification: Verification = .otp, pin: Need = .optional,
        secondFactor: Need = .optional, isJoinable: Bool = true, offlineUnlockHours: Int64 = 72
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
