public import Domain
public import JSONRPC
public import Primitives

/// Someone an operator may decide about.
public struct PendingPerson: Described, Hashable {
    /// The person
    public var accountId: AccountID
    /// The number, masked
    public var phone: String
    /// The facility group
    public var group: GroupID
    /// Where the person stands
    public var status: ApprovalStatus
    /// The row's version, to be named by the decision
    public var version: Int
    /// Since when
    public var sinceMs: Instant

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case accountId, phone, group, status, version, sinceMs
    }

    /// See the members.
    public init(
        accountId: AccountID, phone: String, group: GroupID, status: ApprovalStatus, version: Int, sinceMs: Instant
    ) {
        self.accountId = accountId
        self.phone = phone
        self.group = group
        self.status = status
        self.version = version
        self.sinceMs = sinceMs
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .accountId: Field("The person")
        case .phone: Field("The number, masked")
        case .group: Field("The facility group")
        case .status: Field("Where the person stands")
        case .version: Field("The row's version, to be named by the decision", .range(0...1_000_000_000))
        case .sinceMs: Field("Since when")
        }
    }
}
