/// The one action a one-time code confirms. A code of one purpose is refused for any other.
///
/// Raw values are stored in the `otp_challenge` table and are part of the code's hash.
public enum CodePurpose: String, CaseIterable, Hashable, Sendable, Codable {
    /// Opening a session for a number that has an account.
    case login
    /// Completing a registration; `registration.start` alone makes such a code.
    case registration
    /// Confirming `account.delete`.
    case deleteAccount
}
