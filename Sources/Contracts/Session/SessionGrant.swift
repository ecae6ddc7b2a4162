public import Domain
public import JSONRPC
public import Primitives

/// A new or refreshed session: its tokens, the scopes they carry, and the person's approval status.
public struct SessionGrant: WireObject {
    public var accountId: AccountID?
    public var sessionId: SessionID
    public var deviceId: DeviceID
    public var accessToken: AccessToken
    public var refreshToken: RefreshToken
    public var expiresAtMs: Instant
    public var scope: [Open<Scope>]
    public var group: GroupID?
    public var approval: ApprovalStatus?
    public var digits: String?
    public enum CodingKeys: String, CodingKey {
        case accountId, sessionId, deviceId, accessToken, refreshToken, expiresAtMs, scope, group, approval, digits
    }

    public init(
        accountId: AccountID?, sessionId: SessionID, deviceId: DeviceID, accessToken: AccessToken,
        refreshToken: RefreshToken, expiresAtMs: Instant, scope: [Open<Scope>], group: GroupID?,
        approval: ApprovalStatus?, digits: String? = nil
    ) {
        (self.accountId, self.sessionId, self.deviceId) = (accountId, sessionId, deviceId)
        (self.accessToken, self.refreshToken, self.expiresAtMs) = (accessToken, refreshToken, expiresAtMs)
        (self.scope, self.group, self.approval, self.digits) = (scope, group, approval, digits)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .accountId: Field("The account; absent while the session is unproven")
        case .sessionId: Field("This login")
        case .deviceId: Field("This device's identifier in auth")
        case .accessToken: Field("The JWT for the Authorization header")
        case .refreshToken: Field("A token for one session.refresh, which returns the next pair of tokens")
        case .expiresAtMs: Field("The time at which the access token expires")
        case .scope: Field("The scopes of the access token; an unproven session has the scope unproven alone")
        case .group: Field("The facility group; absent while the session is unproven")
        case .approval: Field("The person's approval status; absent while the session is unproven")
        case .digits:
            Field(
                "The two digits that the admitting device shows too; present while the session is unproven",
                .length(2...2))
        }
    }
}
