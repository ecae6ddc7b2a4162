public import Domain
public import Primitives
import SQL

/// An account as it stands. A deleted account has no record.
public struct AccountRecord: Sendable, Hashable {
    /// The person.
    public let id: AccountID
    /// What they are.
    public let kind: Role
    /// `registered` or `blocked`, the two states of seed 2 an account can be in.
    public let state: Registration.State
    /// Their facility group now.
    public let group: GroupID
    /// Where they stand for syncing.
    public let approval: ApprovalStatus
    /// Grows with every change of `approval`; a decision must name it.
    public let approvalVersion: Int64
    /// The operator's words, after a disapproval.
    public let approvalReason: String?
    /// Since when `approval` is what it is.
    public let approvalSince: Instant
    /// The number's keyed index; nil for children.
    public let phoneIndex: [UInt8]?
    /// The number, sealed by the service; nil for children.
    public let phoneSealed: [UInt8]?
    /// The TokenSecret's version: a token of any other is dead.
    public let tsv: Int64
    /// When the account was made.
    public let created: Instant

    static let columns = """
        a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, \
        a.phone_index, a.phone_sealed, a.tsv, a.created
        """
    static let width = 12

    init(_ row: Row, from first: Int = 0) throws {
        id = try row.id(first)
        kind = try row.word(first + 1)
        state = try row.word(first + 2)
        group = try row.word(first + 3)
        approval = try row.word(first + 4)
        approvalVersion = try row.int(first + 5)
        approvalReason = try row.textOrNil(first + 6)
        approvalSince = try row.instant(first + 7)
        phoneIndex = try row.bytesOrNil(first + 8)
        phoneSealed = try row.bytesOrNil(first + 9)
        tsv = try row.int(first + 10)
        created = try row.instant(first + 11)
    }

    /// The facts ``SessionRule`` needs.
    public var facts: AccountFacts {
        .existing(tokenSecretVersion: tsv, isBlocked: state == .blocked, approval: approval, role: kind)
    }
}
