public import Primitives

/// The means by which an act on an account is confirmed.
public enum ActConfirmation: Hashable, Sendable {
    /// The caller's session alone.
    case none
    /// A one-time code for this purpose that was sent to the account's number. It proves the number, which may be in
    /// the hands of a thief or of a new owner.
    case message
    /// A secret that the person alone has, such as a recovery code.
    /// - Parameter countsFrom: the moment from which the secret confirms anything (``ConfirmationRule/secretCounts(madeAt:by:for:)``).
    case ownSecret(countsFrom: Instant)
    /// A decision of the administrator of the installation, or of an operator of the person's group.
    case administrator
}
