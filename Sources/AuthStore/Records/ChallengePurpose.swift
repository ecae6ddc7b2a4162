/// What a one-time code is good for; a code for one thing opens no other.
public enum ChallengePurpose: String, Sendable, Hashable {
    /// A login.
    case login
    /// Confirming a registration.
    case registration
    /// Confirming the deletion of the account.
    case deleteAccount
}
