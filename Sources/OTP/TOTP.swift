public import Cryptography
public import Primitives

/// Time-based one-time passwords (RFC 6238), the codes of vault entries.
public struct TOTP: Sendable {
    private let secret: SecretBytes
    public let function: HashFunction
    /// The length of a code, 6…8.
    public let digits: Int
    /// The length of a step in seconds, 1…86400.
    public let period: Int

    /// Returns nil for an empty secret, and for a digit count or period out of bounds.
    public init?(secret: [UInt8], function: HashFunction = .sha1, digits: Int = 6, period: Int = 30) {
        guard !secret.isEmpty, (6...8).contains(digits), (1...86400).contains(period) else { return nil }
        self.secret = SecretBytes(secret)
        self.function = function
        self.digits = digits
        self.period = period
    }

    /// The step of an instant, counted from 1970; earlier instants have step 0.
    public func step(at now: Instant) -> Int64 { max(0, now.ms) / (Int64(period) * 1000) }

    /// The code of a step.
    public func code(step: Int64) -> String {
        let counter = UInt64(max(0, step))
        guard let code = HOTP.code(secret: secret.reveal, counter: counter, digits: digits, function: function) else {
            preconditionFailure("init has checked the bounds")
        }
        return code
    }

    public func code(at now: Instant) -> String { code(step: step(at: now)) }
}
