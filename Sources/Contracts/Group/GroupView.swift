public import JSONRPC
public import Primitives

/// A facility group a person may choose.
public struct GroupView: Described, Hashable {
    /// Its name
    public var group: GroupID
    /// Manual: an operator decides; automatic: at once
    public var approval: String
    /// One or many
    public var devices: String
    /// Otp: a code is sent; none: registration needs no code
    public var verification: String

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case group, approval, devices, verification
    }

    /// See the members.
    public init(group: GroupID, approval: String, devices: String, verification: String) {
        self.group = group
        self.approval = approval
        self.devices = devices
        self.verification = verification
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .group: Field("Its name")
        case .approval: Field("Manual: an operator decides; automatic: at once")
        case .devices: Field("One or many")
        case .verification: Field("Otp: a code is sent; none: registration needs no code")
        }
    }
}
