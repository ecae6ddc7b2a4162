public import Domain
public import JSONRPC
public import Primitives

/// A session as the device receives it: tokens, what they allow, and where the person stands.
public struct SessionGrant: Described, Hashable {
    /// The person
    public var accountId: AccountID
    /// This login
    public var sessionId: SessionID
    /// This device, as auth names it
    public var deviceId: DeviceID
    /// The JWT for the Authorization header
    public var accessToken: AccessToken
    /// Single use: session.refresh turns it into the next pair
    public var refreshToken: RefreshToken
    /// When the access token expires
    public var expiresAtMs: Instant
    /// What the access token allows: account and sync, or unproven alone
    public var scope: [String]
    /// The facility group
    public var group: GroupID
    /// Where the person stands for syncing
    public var approval: ApprovalStatus
    /// While unproven: the two digits that the admitting device shows too
    public var digits: String?

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case accountId, sessionId, deviceId, accessToken, refreshToken, expiresAtMs, scope, group, approval, digits
    }

    /// See the members.
    public init(
        accountId: AccountID, sessionId: SessionID, deviceId: DeviceID, accessToken: AccessToken,
        refreshToken: RefreshToken, expiresAtMs: Instant, scope: [String], group: GroupID, approval: ApprovalStatus,
        digits: String? = nil
    ) {
        self.accountId = accountId
        self.sessionId = sessionId
        self.deviceId = deviceId
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAtMs = expiresAtMs
        self.scope = scope
        self.group = group
        self.approval = approval
        self.digits = digits
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .accountId: Field("The person")
        case .sessionId: Field("This login")
        case .deviceId: Field("This device, as auth names it")
        case .accessToken: Field("The JWT for the Authorization header")
        case .refreshToken: Field("Single use: session.refresh turns it into the next pair")
        case .expiresAtMs: Field("When the access token expires")
        case .scope: Field("What the access token allows: account and sync, or unproven alone")
        case .group: Field("The facility group")
        case .approval: Field("Where the person stands for syncing")
        case .digits: Field("While unproven: the two digits that the admitting device shows too", .length(2...2))
        }
    }
}
