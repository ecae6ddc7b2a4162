public import JSONRPC
public import Primitives

/// The body of an item of kind `otp`: the parameters an authenticator computes one-time codes from.
public struct OTPBody: WireObject {
    public var accountName: String
    public var issuer: String
    public var type: OTPType
    public var secret: String
    public var algorithm: OTPAlgorithm
    public var digits: Int
    public var period: Int?
    public var counter: DecimalInt64?
    public enum CodingKeys: String, CodingKey {
        case accountName, issuer, type, secret, algorithm, digits, period, counter
    }

    public init(
        accountName: String, issuer: String, type: OTPType, secret: String, algorithm: OTPAlgorithm, digits: Int,
        period: Int? = nil, counter: DecimalInt64? = nil
    ) {
        (self.accountName, self.issuer, self.type, self.secret) = (accountName, issuer, type, secret)
        (self.algorithm, self.digits, self.period, self.counter) = (algorithm, digits, period, counter)
    }

    /// The number of characters of an issuer and of an account name.
    public static let labelCharacters = 0...256
    /// The number of characters of a shared key in Base32.
    public static let keyCharacters = 1...1024
    /// The validity of a code in seconds.
    public static let periods = 1...300

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .accountName: Field("The account name that the issuer gave", .length(labelCharacters))
        case .issuer: Field("The service that asks for the code", .length(labelCharacters))
        case .type: Field("The moving factor: totp and steam, the time, or hotp, a counter")
        case .secret: Field("The shared key, Base32 without padding", .length(keyCharacters))
        case .algorithm: Field("The hash function of the HMAC")
        case .digits: Field("The number of digits of a code: 6 to 8, and for steam 5 characters", .range(5...8))
        case .period: Field("The validity of a code in seconds, for totp and steam; 30 when absent", .range(periods))
        case .counter: Field("The next counter, for hotp")
        }
    }
}
