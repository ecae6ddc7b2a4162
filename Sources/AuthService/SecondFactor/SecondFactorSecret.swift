import AuthStore
import Cryptography
import OTP
import Primitives

/// The codes of a second factor (RFC 6238): SHA-1, six digits, 30 seconds, as every authenticator app computes them.
enum SecondFactorSecret {
    /// The number of bytes, as RFC 4226 recommends.
    static let count = 20

    /// The additional authenticated data of a secret in the database.
    static func associatedData(_ account: AccountID, _ factor: SecondFactorID) -> [UInt8] {
        LengthPrefixed.encode("latchkey/second-factor/1", account.bytes, factor.bytes)
    }

    /// The time step whose code this is: the present one, or the one before or after, for clocks that differ; nil for a
    /// wrong code.
    static func step(of code: AuthenticatorCode, _ secret: [UInt8], at now: Instant) -> Int64? {
        guard let totp = TOTP(secret: secret) else { return nil }
        let present = totp.step(at: now), entered = Array(code.reveal.utf8)
        var found: Int64?
        // Every step is compared, so that the time does not tell which one was near.
        for step in [present - 1, present, present + 1]
        where ConstantTime.equal(entered, Array(totp.code(step: step).utf8)) {
            found = step
        }
        return found
    }
}
