/// A kind of key that auth replaces while it runs.
public enum KeyKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// P-256 keys that sign access tokens.
    case signing
    /// Keys that authenticate the nonces of request proofs.
    case nonce

    /// The time for which a key that is no longer active can still be asked for: 300 s, the longest life of a token and
    /// of a nonce, and 30 s for the difference of two clocks.
    public var timeInUseAfterActive: Duration { .seconds(330) }
}
