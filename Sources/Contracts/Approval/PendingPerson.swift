public import Domain
public import JSONRPC
public import Primitives

/// A person whose approval for syncing an operator may decide.
public struct PendingPerson: WireObject {
    public var accountId: AccountID
    public var phone: String
    public var group: GroupID
    public var status: ApprovalStatus
    public var version: Int
    public var sinceMs: Instant
    public var hasRequestedPin: Bool
    public enum CodingKeys: String, CodingKey {
        case accountId, phone, group, status, version, sinceMs, hasRequestedPin
    }

    public init(
        accountId: AccountID, phone: String, group: GroupID, status: ApprovalStatus, version: Int, sinceMs: Instant,
        hasRequestedPin: Bool = false
    ) {
        (self.accountId, self.phone, self.group) = (accountId, phone, group)
        (self.status, self.version, self.sinceMs) = (status, version, sinceMs)
        self.hasRequestedPin = hasRequestedPin
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .accountId: Field("The account")
        case .phone: Field("The phone number, masked")
        case .group: Field("The facility group")
        case .status: Field("The person's approval status")
        case .version:
            Field("The version of the person's record, which approval.decide must repeat", .range(0...1_000_000_000))
        case .sinceMs: Field("The time at which the person got this status")
        case .hasRequestedPin:
            Field("True if a new PIN of the person takes effect with the approval: they have forgotten the former one")
        }
    }
}
