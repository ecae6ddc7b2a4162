public import Primitives

/// The part of a list of decisions that a caller asks for: the newest ones up to a moment.
public struct DecisionPage: Sendable {
    /// The largest number of decisions.
    let limit: Int
    /// The moment of the newest decision that may be listed.
    let until: Instant

    /// - Parameter until: nil for the newest decisions that there are.
    public init(limit: Int, until: Instant? = nil) {
        self.limit = limit
        self.until = until ?? Instant(ms: .max)
    }
}
