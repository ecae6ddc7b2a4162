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
        case .group: Field("The group's name")
        case .approval: Field("The way of approval: manual, by an operator, or automatic, at registration")
        case .devices: Field("The number of devices a person may use: one or many")
        case .verification: Field("The proof of the phone number at registration: otp, a code by SMS, or none")
        }
    }
}
