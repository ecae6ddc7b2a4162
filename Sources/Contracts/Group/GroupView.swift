public import JSONRPC
public import Primitives

/// A facility group that a person may join.
public struct GroupView: WireObject {
    public var group: GroupID
    public var approval: String
    public var devices: String
    public var verification: String

    public enum CodingKeys: String, CodingKey { case group, approval, devices, verification }

    public init(group: GroupID, approval: String, devices: String, verification: String) {
        (self.group, self.approval, self.devices, self.verification) = (group, approval, devices, verification)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .group: Field("Its name")
        case .approval: Field("Manual: an operator decides; automatic: at once")
        case .devices: Field("One or many")
        case .verification: Field("Otp: a code is sent; none: registration needs no code")
        }
    }
}
