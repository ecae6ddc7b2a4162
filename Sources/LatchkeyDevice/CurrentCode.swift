import Contracts
import Cryptography
import OTP
public import Primitives
import StrictJSON

/// An entry's code at a moment, and how long it lasts.
public struct CurrentCode: Sendable, Hashable {
    /// The digits.
    public let code: String
    /// Milliseconds until the next one.
    public let validForMs: Int64

    /// The code of a time-based entry; nil for counter-based ones and broken secrets.
    public init?(of entry: LocalEntry, at now: Instant) {
        guard let object = entry.body,
            let body = try? WireDecoder().decode(OTPBody.self, from: .object(object)), body.type == .totp,
            let secret = Base32.decode(body.secret),
            let totp = TOTP(
                secret: secret, function: body.algorithm.function, digits: body.digits, period: body.period ?? 30)
        else { return nil }
        code = totp.code(at: now)
        validForMs = Int64(totp.period) * 1000 - now.ms % (Int64(totp.period) * 1000)
    }
}

extension OTPAlgorithm {
    /// The hash function of that name.
    fileprivate var function: HashFunction {
        switch self {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha512: .sha512
        }
    }
}
