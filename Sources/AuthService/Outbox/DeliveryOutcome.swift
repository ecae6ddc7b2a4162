/// What is known after something was handed over.
public enum DeliveryOutcome: Sendable, Hashable {
    /// It was taken.
    case accepted
    /// It surely was not taken, and may be later.
    case failedTemporarily
    /// It surely was not taken and never will be.
    case failedPermanently
    /// Nobody knows: a message with a code is then lost rather than doubled.
    case unknown
}
