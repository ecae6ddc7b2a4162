public import Cryptography
public import Primitives

/// Time-based one-time passwords (RFC 6238): how the second factor is checked and vault entries show their codes.
public struct TOTP: Sendable {
    private let secret: SecretBytes
    /// The hash function: SHA-1 unless the entry says otherwise.
    public let function: HashFunction
    /// 6…8.
    public let digits: Int
    /// Seconds a code lasts, 1…86400.
    public let period: Int

    /// Nil for an empty secret, other digit counts, or a period out of bounds.
    public init?(secret: [UInt8], function: HashFunction = .sha1, digits: Int = 6, period: Int = 30) {
        guard !secret.isEmpty, (6...8).contains(digits), (1...86400).contains(period) else { return nil }
        self.secret = SecretBytes(secret)
        self.function = function
        self.digits = digits
        self.period = period
    }

    /// Which step a moment lies in, counted from 1970; moments before count as 0.
    public func step(at now: Instant) -> Int64 { max(0, now.ms) / (Int64(period) * 1000) }

    /// The code of a step (0 or above).
    public func code(step: Int64) -> String {
        let counter = UInt64(max(0, step))
        guard let code = HOTP.code(secret: secret.reveal, counter: counter, digits: digits, function: function) else {
            preconditionFailure("the bounds were checked when this was made")
        }
        return code
    }

    /// The code now.
    public func code(at now: Instant) -> String { code(step: step(at: now)) }

    /// The step whose code this is, at most `slack` steps from now and later than `used`; nil if there is none.
    ///
    /// The caller stores the step in the statement that consumes it, so that each is taken once. Every candidate is
    /// compared in constant time.
    public func step(matching code: String, at now: Instant, slack: Int64 = 1, after used: Int64? = nil) -> Int64? {
        let current = step(at: now)
        var found: Int64?
        for step in max(0, current - slack)...current + slack
        where ConstantTime.equal(Array(self.code(step: step).utf8), Array(code.utf8)) && step > used ?? -1 {
            found = found ?? step
        }
        return found
    }
}
