public import AuthStore
public import DPoP
import Primitives

/// The settings of the auth service. The program that reads them from its configuration checks their bounds.
public struct AuthSettings: Sendable {
    /// The `iss` claim of access tokens.
    public var issuer: String
    /// The audience that stands for auth in access tokens.
    public var ownAudience = "auth"
    /// The audiences of an access token of a `full` session; every other session gets a token for ``ownAudience``
    /// alone.
    public var audiences = ["auth", "vault"]
    /// The audience of the vault.
    public var vaultAudience = "vault"
    /// The other services that `session.delegate` makes tokens for, as their `aud` claims.
    public var delegateAudiences: Set<String> = []
    /// The URLs that the `htu` claim of a request proof may name.
    public var publicURLs: [PublicURL]
    /// The URL path that the vault signs in its calls.
    public var internalPath = "/rpc"
    public var codeLimits = CodeLimits()
    public var sendLimits = SendLimits()
    public var pinLimits = PINLimits()
    /// The number of calls per minute that may write, for one client; a sixth of them may come at once.
    public var writingCallsPerMinute = 600
    /// The time from the request for a one-time code to its expiry: 300 s by default, at most 600 s.
    public var codeLifetime = Duration.seconds(300)
    /// The countries that codes are sent to; nil allows every country, which only a demonstration does.
    public var countries: CountryList?
    /// The domain in the last line of a text message; phones fill the code in on pages of this domain only.
    public var messageDomain = "localhost"
    /// The texts of messages.
    public var messageTexts = MessageTexts.builtIn
    /// Phone numbers with a fixed code, for app reviewers and monitoring.
    public var testNumbers: [TestNumber] = []
    /// The time after which an unconfirmed registration expires; the sweep deletes its row a day later.
    public var registrationLifetime = RegistrationRecord.lifetime
    /// The time after which a session ends, however often it is refreshed; at most ``SessionRecord/lifetime``.
    public var sessionLifetime = SessionRecord.lifetime
    /// The time without a refresh after which a session ends; at most 14 days.
    public var sessionIdleTimeout = Duration.days(14)
    /// The time after which an operator's enrolment secret expires.
    public var operatorEnrolmentLifetime = OperatorEnrolment.lifetime
    /// The time without a login or a refresh after which a device's admission lapses; more than ``sessionLifetime``.
    public var admissionLapse = Duration.days(90)
    /// The time for which rows of the audit log are kept.
    public var auditRetention = Duration.days(400)
    /// The lifetime of an access token; at most 300 s.
    public var accessTokenLifetime = Duration.seconds(300)
    /// The least time from the publication of a signing key to its activation, in which every verifier fetches the key:
    /// 600 s by default, twice the time for which `/.well-known/jwks.json` may be cached.
    public var keyLead = Duration.seconds(600)
    /// Creates the group `demo`, and serves groups that verify no phone number.
    public var isDemo = false
    /// The release that `service.version` answers.
    public var version = "0.1.0"

    public init(issuer: String, publicURLs: [PublicURL]) {
        self.issuer = issuer
        self.publicURLs = publicURLs
    }
}
