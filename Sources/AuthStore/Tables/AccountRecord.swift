public import Domain
public import Primitives
import SQL

/// A row of `account`. A deleted account has none.
public struct AccountRecord: Sendable, Hashable {
    public let id: AccountID
    public let role: Role
    /// `registered` or `blocked`, the two states of ``Registration`` an account can be in.
    public let state: Registration.State
    public let group: GroupID
    public let approval: ApprovalStatus
    /// Increases with every change of `approval`; a change names the version it was decided on.
    public let approvalVersion: Int64
    /// The reason given with the last change of `approval`; nil if none was given.
    public let approvalReason: String?
    /// The moment at which `approval` was last decided, even if it kept its value; at first, when the account was made.
    public let approvalSince: Instant
    /// Nil for children, who have no number.
    public let phoneIndex: PhoneIndex?
    /// The number, encrypted by the service; nil for children.
    public let phoneSealed: Sealed?
    /// The version of the TokenSecret; tokens and sessions of any other version are revoked.
    public let tokenSecretVersion: Int64
    public let created: Instant
    /// The policy `verification` of the account's group; nil if the group has no row.
    public let verification: FacilityGroup.Verification?
    /// True for an operator who has no PIN, or no second factor that was confirmed.
    public let lacksOperatorSecret: Bool

    static let columns = """
        a.id, a.kind, a.state, a.facility_group, a.approval, a.approval_version, a.approval_reason, a.approval_since, \
        a.phone_index, a.phone_sealed, a.tsv, a.created, \
        (SELECT g.verification FROM facility_group g WHERE g.name = a.facility_group), a.seal_key, a.index_key, \
        (SELECT n.phone_index FROM account_number n
            WHERE n.account = a.id AND n.phone_index <> a.phone_index AND n.reserved IS NULL LIMIT 1),
        CASE WHEN a.kind <> 'operator' THEN 0
            WHEN EXISTS (SELECT 1 FROM pin p WHERE p.account = a.id)
                AND EXISTS (SELECT 1 FROM second_factor f WHERE f.account = a.id AND f.confirmed = 1) THEN 0
            ELSE 1 END
        """
    static let width = 17

    init(_ row: Row, from first: Int = 0) throws {
        id = try row.identifier(first)
        role = try row.enumValue(first + 1)
        state = try row.enumValue(first + 2)
        group = try row.enumValue(first + 3)
        approval = try row.enumValue(first + 4)
        approvalVersion = try row.int(first + 5)
        approvalReason = try row.textOrNil(first + 6)
        approvalSince = try row.instant(first + 7)
        let (key, other) = (try row.keyNumber(first + 14), try row.bytesOrNil(first + 15))
        phoneIndex = try row.bytesOrNil(first + 8).map { PhoneIndex($0, key: key, other: other) }
        phoneSealed = try row.sealedOrNil(first + 9, key: first + 13)
        tokenSecretVersion = try row.int(first + 10)
        created = try row.instant(first + 11)
        verification = try row.enumValueOrNil(first + 12)
        lacksOperatorSecret = try row.bool(first + 16)
    }

    /// The facts ``SessionRule`` needs.
    public var facts: AccountFacts {
        .existing(
            tokenSecretVersion: tokenSecretVersion, isBlocked: state == .blocked, approval: approval, role: role,
            lacksOperatorSecret: lacksOperatorSecret)
    }
}
