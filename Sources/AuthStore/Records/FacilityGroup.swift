public import Domain
public import Primitives
import SQL

/// A facility group and its policies; the administrator's command line alone sets them.
public struct FacilityGroup: Sendable, Hashable {
    /// Who decides about syncing.
    public enum Approval: String, Sendable, Hashable { case manual, automatic }
    /// How many devices of one person may be logged in.
    public enum Devices: String, Sendable, Hashable { case one, many }
    /// What a registration has to prove: a number by its code, or nothing (seed 2's ACTIVATED).
    public enum Verification: String, Sendable, Hashable { case otp, none }
    /// Whether a thing must be there or may be.
    public enum Need: String, Sendable, Hashable { case required, optional }

    /// Its name.
    public let name: GroupID
    /// The kind an account gets that registers here.
    public let registers: Role
    /// Who decides about syncing.
    public let approval: Approval
    /// How many devices at a time.
    public let devices: Devices
    /// What a registration proves.
    public let verification: Verification
    /// Whether a PIN is needed.
    public let pin: Need
    /// Whether a second factor is needed.
    public let secondFactor: Need
    /// Whether a client may choose it.
    public let isJoinable: Bool
    /// How long a device opens synchronised secrets without the service, in hours.
    public let offlineUnlockHours: Int64

    /// A group of these policies.
    public init(
        name: GroupID, registers: Role, approval: Approval, devices: Devices, verification: Verification,
        pin: Need = .optional, secondFactor: Need = .optional, isJoinable: Bool = true, offlineUnlockHours: Int64 = 72
    ) {
        self.name = name
        self.registers = registers
        self.approval = approval
        self.devices = devices
        self.verification = verification
        self.pin = pin
        self.secondFactor = secondFactor
        self.isJoinable = isJoinable
        self.offlineUnlockHours = offlineUnlockHours
    }

    static let columns = """
        name, registers, approval, devices, verification, pin, second_factor, joinable, offline_unlock_hours
        """

    init(_ row: Row) throws {
        name = try row.word(0)
        registers = try row.word(1)
        approval = try row.word(2)
        devices = try row.word(3)
        verification = try row.word(4)
        pin = try row.word(5)
        secondFactor = try row.word(6)
        isJoinable = try row.bool(7)
        offlineUnlockHours = try row.int(8)
    }
}
