public import Primitives

/// An authentic call by another service.
public struct VerifiedCall: Hashable, Sendable {
    /// The peer's name.
    public let caller: String
    /// The call's own random text, different each time.
    public let nonce: String
    /// When the caller says it was made, within the window of now.
    public let time: Instant

    /// See the members.
    public init(caller: String, nonce: String, time: Instant) {
        self.caller = caller
        self.nonce = nonce
        self.time = time
    }
}
