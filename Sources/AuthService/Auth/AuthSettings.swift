public import AuthStore
public import DPoP
public import Primitives

/// What an installation decides about auth. Defaults and bounds are AUTH.md's; the host checks bounds at start.
public struct AuthSettings: Sendable {
    /// `iss` of access tokens.
    public var issuer: String
    /// The name auth itself goes by as an audience.
    public var ownAudience = "auth"
    /// The audiences of a token that is through all gates, auth's own first.
    public var audiences = ["auth", "vault"]
    /// The addresses devices may have signed their proofs for.
    public var addresses: [PublicURL]
    /// The path internal calls are signed for.
    public var internalPath = "/rpc"
    /// How often codes may be guessed.
    public var codes = CodeLimits()
    /// How many codes may be sent.
    public var sends = SendLimits()
    /// How long a code is good; 300 s, at most 600 s.
    public var codeLife = Duration.seconds(300)
    /// Calling codes numbers must begin with, without plus; empty for every country.
    public var countries: [String] = []
    /// The domain in the last line of a message, which lets a phone fill the code in there alone.
    public var messageDomain = "localhost"
    /// Numbers with a fixed code, for reviewers and monitors; each ends.
    public var testNumbers: [TestNumber] = []
    /// How long a half-finished registration is kept.
    public var registrationLife = Duration.hours(24)
    /// How long a session lasts at most, and how long it may be left alone.
    public var sessionLife = Duration.days(30), sessionIdle = Duration.days(14)
    /// How long an access token is good; at most 300 s.
    public var accessLife = Duration.seconds(300)
    /// Whether groups that ask for no code may be joined.
    public var isDemo = false
    /// The release, for `service.version`.
    public var version = "0.1.0"

    /// The defaults, for an installation of this name and these addresses.
    public init(issuer: String, addresses: [PublicURL]) {
        self.issuer = issuer
        self.addresses = addresses
    }

    /// A number whose code is known beforehand, until a day.
    public struct TestNumber: Sendable, Hashable {
        /// The number.
        public let phone: E164
        /// Its code.
        public let code: OneTimeCode
        /// When it becomes a number like any other.
        public let until: Instant

        /// A listed number.
        public init(phone: E164, code: OneTimeCode, until: Instant) {
            self.phone = phone
            self.code = code
            self.until = until
        }
    }
}
