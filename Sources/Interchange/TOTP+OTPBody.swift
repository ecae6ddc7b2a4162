public import Contracts
import Cryptography
public import OTP
import Primitives
public import StrictJSON

extension TOTP {
    /// The code generator that an entry describes; nil for a counter-based entry, and for an invalid key, digit count
    /// or period.
    public init?(_ body: OTPBody) {
        guard body.type == .totp, let secret = Base32.decode(body.secret) else { return nil }
        self.init(
            secret: secret, function: HashFunction(body.algorithm), digits: body.digits, period: body.period ?? 30)
    }

    /// Like `init(_:)`, from the JSON of an item's body; nil also for anything that is not an `OTPBody`.
    public init?(body: JSONObject) {
        guard let body = try? WireDecoder().decode(OTPBody.self, from: .object(body)) else { return nil }
        self.init(body)
    }
}

extension HashFunction {
    init(_ algorithm: OTPAlgorithm) {
        self =
            switch algorithm {
            case .sha1: .sha1
            case .sha256: .sha256
            case .sha512: .sha512
            }
    }
}
