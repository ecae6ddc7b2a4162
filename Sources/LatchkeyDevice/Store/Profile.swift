public import Domain
public import Primitives

/// The seed's profile (`login`, `token`, `userId`), and how far this device has followed the vault.
public struct Profile: Sendable, Hashable, Codable {
    /// The number the person logs in with, as they gave it.
    public var phone: String?
    /// The person; nil while signed out.
    public var accountId: AccountID?
    /// The login.
    public var sessionId: SessionID?
    /// The bearer token.
    public var accessToken: AccessToken?
    /// The next refresh token.
    public var refreshToken: RefreshToken?
    /// The challenge that a code is awaited for.
    public var challenge: ChallengeID?
    /// What that code is for: registration, login or deleteAccount.
    public var purpose: String?
    /// The facility group a registration was begun in.
    public var group: GroupID?
    /// The request whose answer is awaited or was lost.
    var asked: Asked?
    /// Login status of seed 0; nil while signed out.
    public var login: LoginStatus?
    /// The last approval learnt; waiting if never learnt.
    public var approval: ApprovalStatus = .waitingForApproval
    /// True while the session waits to be admitted.
    public var isUnproven = false
    /// The two digits to compare, while unproven.
    public var digits: String?
    /// Where the next pull goes on; nil before the first complete one.
    public var cursor: String?
    /// The vault's head as last learnt.
    public var head = DecimalInt64(0)
    /// What the Logged Out screen explains; nil when there is nothing to explain.
    public var notice: String?
    /// The choice made before a request that ends the profile, should its answer be lost; it stays until the next sign-in.
    public var leaving: SecretChoice?

    /// A profile of nobody.
    public init() {}

    /// What the app shows and allows now (seed 0); nil while signed out.
    public var standing: Standing? { login.flatMap { UserStanding.of($0, approval) } }
}
