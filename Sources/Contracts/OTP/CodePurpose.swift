public import JSONRPC

/// What a one-time code is good for; a code of one purpose is nothing to another.
public enum CodePurpose: String, WireEnum, Hashable {
    /// Opening a session for a number that has an account.
    case login
    /// Completing a registration; made by registration.start only.
    case registration
    /// Confirming `account.delete`.
    case deleteAccount
}
