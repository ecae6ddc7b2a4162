public import Contracts
import Cryptography
import OTP
public import Primitives
public import StrictJSON

/// The generator of the codes of an entry whose moving factor is the time.
public struct TimeBasedCode: Sendable {
    private enum Form {
        case totp(TOTP)
        case steam(SecretBytes)
    }

    private let form: Form

    /// Returns nil for a counter-based entry, and for an invalid key, digit count or period.
    public init?(_ body: OTPBody) {
        guard let secret = Base32.decode(body.secret), !secret.isEmpty else { return nil }
        switch body.type {
        case .hotp: return nil
        case .steam: form = .steam(SecretBytes(secret))
        case .totp:
            let totp = TOTP(
                secret: secret, function: body.algorithm.hashFunction, digits: body.digits,
                period: body.period ?? OTPBody.defaultPeriod)
            guard let totp else { return nil }
            form = .totp(totp)
        }
    }

    /// Like `init(_:)`, from the JSON of an item's body; nil also for anything that is not an `OTPBody`.
    public init?(body: JSONObject) {
        guard let body = try? WireDecoder().decode(OTPBody.self, from: .object(body)) else { return nil }
        self.init(body)
    }

    /// The number of digits of a code, or of characters of a Steam code.
    public var digits: Int {
        switch form {
        case .totp(let totp): totp.digits
        case .steam: SteamCode.length
        }
    }

    /// The validity of a code in seconds.
    public var period: Int {
        switch form {
        case .totp(let totp): totp.period
        case .steam: SteamCode.period
        }
    }

    public func code(at now: Instant) -> String {
        switch form {
        case .totp(let totp): return totp.code(at: now)
        case .steam(let secret):
            let step = max(0, now.ms) / (Int64(SteamCode.period) * 1000)
            guard let code = SteamCode.code(secret: secret.reveal, step: step) else {
                preconditionFailure("init has checked the secret")
            }
            return code
        }
    }
}

extension OTPAlgorithm {
    var hashFunction: HashFunction {
        switch self {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha512: .sha512
        }
    }
}
