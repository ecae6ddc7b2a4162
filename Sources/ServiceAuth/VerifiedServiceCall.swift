public import Primitives

/// An authentic call by another service.
public struct VerifiedServiceCall: Hashable, Sendable {
    /// The calling service's name.
    public let caller: String
    /// The random text of this call, 22 characters of base64url.
    public let nonce: String
    /// The time at which the caller made the call, at most `ServiceCallScheme.window` from now.
    public let time: Instant
}
