/// The result of an attempt to send a message or to call the vault.
public enum DeliveryOutcome: String, Sendable, Hashable, CaseIterable {
    /// The gateway has taken the message, or the vault has acknowledged the call.
    case accepted
    /// The receiver has not taken it; a later attempt may succeed.
    case failedTemporarily
    /// The receiver has not taken it and never will.
    case failedPermanently
    /// It is not known whether the receiver has taken it. A message with a code is then not sent again; a call
    /// to the vault is.
    case unknown
}
