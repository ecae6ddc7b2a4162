/// What the body of a counter-based item says about its next code.
public struct CounterUse: Sendable {
    /// The counter of the next code.
    public let counter: Int64
    /// Bytes that two bodies share exactly if both compute the same code from the same counter.
    public let generator: [UInt8]
    /// The body with the counter after it, in canonical form.
    public let next: [UInt8]

    public init(counter: Int64, generator: [UInt8], next: [UInt8]) {
        (self.counter, self.generator, self.next) = (counter, generator, next)
    }
}

/// The outcome of a request for a counter.
public enum CounterOutcome: Sendable, Hashable {
    /// The counter belongs to this request alone. `from` is the item with the key that computes the code.
    case taken(counter: Int64, from: StoredSecret)
    /// There is no live item of this id.
    case absent
    /// The item has no counter, or cannot be decrypted.
    case unusable(StoredSecret)
    /// A limit is reached, or the operation's id was used for something else.
    case rejected(OpRejection)
}

/// The result of a request for a counter.
public struct CounterResult: Sendable, Hashable {
    public let outcome: CounterOutcome
    /// True if the item changed. The waiting pulls of the account must then be woken.
    public let hasChanged: Bool
}
