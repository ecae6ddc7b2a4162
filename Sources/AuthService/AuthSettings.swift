public import AuthStore
public import DPoP
public import Primitives

/// The settings of the auth service. The program that reads them from its configuration checks their bounds.
public struct AuthSettings: Sendable {
    /// The `iss` claim of access tokens.
    public var issuer: String
    /// The audience that stands for auth in access tokens.
    public var ownAudience = "auth"
    /// The audiences of an access token of a `full` session; every other session gets a token for ``ownAudience``
    /// alone.
    public var audiences = ["auth", "vault"]
    /// The URLs that the `htu` claim of a request proof may name.
    public var publicURLs: [PublicURL]
    /// The URL path that the vault signs in its calls.
    public var internalPath = "/rpc"
    public var codeLimits = CodeLimits()
    public var sendLimits = SendLimits()
    /// The time from the request for a one-time code to its expiry: 300 s by default, at most 600 s.
    public var codeLifetime = Duration.seconds(300)
    /// The country calling codes, without plus, that phone numbers must start with; empty allows every country.
    public var callingCodes: [String] = []
    /// The domain in the last line of a text message; phones fill the code in on pages of this domain only.
    public var messageDomain = "localhost"
    /// Phone numbers with a fixed code, for app reviewers and monitoring.
    public var testNumbers: [TestNumber] = []
    /// The time after which an unconfirmed registration expires; the sweep deletes its row a day later.
    public var registrationLifetime = Duration.hours(24)
    /// The time after which a session ends, however often it is refreshed.
    public var sessionLifetime = Duration.days(30)
    /// The time without a refresh after which a session ends.
    public var sessionIdleTimeout = Duration.days(14)
    /// The lifetime of an access token; at most 300 s.
    public var accessTokenLifetime = Duration.seconds(300)
    /// Creates the group `demo`, and allows joining groups that verify no phone number.
    public var isDemo = false
    /// The release that `service.version` answers.
    public var version = "0.1.0"

    public init(issuer: String, publicURLs: [PublicURL]) {
        self.issuer = issuer
        self.publicURLs = publicURLs
    }

    /// A phone number whose one-time code is fixed until `until`.
    public struct TestNumber: Sendable, Hashable {
        public let phone: E164
        public let code: OneTimeCode
        public let until: Instant

        public init(phone: E164, code: OneTimeCode, until: Instant) {
            self.phone = phone
            self.code = code
            self.until = until
        }
    }
}
