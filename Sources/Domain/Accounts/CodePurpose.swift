/// The one action a one-time code confirms. A code of one purpose is refused for any other.
///
/// Raw values are stored in the `otp_challenge` table and are part of the code's hash.
public enum CodePurpose: String, CaseIterable, Hashable, Sendable, Codable {
    /// Opening a session for a number that has an account.
    case login
    /// Completing a registration; only `registration.start` and `registration.restart` make such a code.
    case registration
    /// Confirming `account.delete`.
    case deleteAccount
    /// Confirming that another device is removed or forgotten.
    case removeDevice
    /// Confirming that new recovery codes are made.
    case recoveryCodes
    /// Confirming that the account gets another number: one code to each of the two.
    case changePhone
    /// Confirming that the account gets a PIN.
    case makePIN
    /// Confirming that a new PIN is requested in place of a forgotten one.
    case resetPIN
    /// Confirming that the account gets a second factor.
    case makeSecondFactor
}
