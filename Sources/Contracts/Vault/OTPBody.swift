public import JSONRPC
public import Primitives

/// The content of an item of kind otp: what an authenticator needs to make codes.
public struct OTPBody: Described, Hashable {
    /// Whose account the code is for
    public var accountName: String
    /// Who asks for the code
    public var issuer: String
    /// Totp: by time; hotp: by counter
    public var type: OTPType
    /// The shared key, Base32 without padding
    public var secret: String
    /// The hash of the HMAC
    public var algorithm: OTPAlgorithm
    /// Length of a code
    public var digits: Int
    /// Totp: seconds a code lasts; 30 when absent
    public var period: Int?
    /// Hotp: the next counter
    public var counter: DecimalInt64?

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case accountName, issuer, type, secret, algorithm, digits, period, counter
    }

    /// See the members.
    public init(
        accountName: String, issuer: String, type: OTPType, secret: String, algorithm: OTPAlgorithm, digits: Int,
        period: Int? = nil, counter: DecimalInt64? = nil
    ) {
        self.accountName = accountName
        self.issuer = issuer
        self.type = type
        self.secret = secret
        self.algorithm = algorithm
        self.digits = digits
        self.period = period
        self.counter = counter
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .accountName: Field("Whose account the code is for", .length(0...256))
        case .issuer: Field("Who asks for the code", .length(0...256))
        case .type: Field("Totp: by time; hotp: by counter")
        case .secret: Field("The shared key, Base32 without padding", .length(1...1024))
        case .algorithm: Field("The hash of the HMAC")
        case .digits: Field("Length of a code", .range(6...8))
        case .period: Field("Totp: seconds a code lasts; 30 when absent", .range(1...300))
        case .counter: Field("Hotp: the next counter")
        }
    }
}
