/// A reason why an access token is refused. Each case calls for a different reaction of the caller.
public enum TokenFault: Error, Hashable, Sendable {
    /// The token is valid except that it has expired. The caller refreshes it.
    case expired
    /// The token's `nbf` or `iat` lies in the future. One of two clocks is wrong, so the service answers `unavailable`.
    case notYetValid
    /// The token names a key that is not in the key table; fetching the published keys may bring it.
    case unknownKey(kid: String)
    /// The token has another type, audience or issuer.
    case wrongKind(String)
    /// The token is malformed, altered or forged; the sentence is for the log.
    case bad(String)
}
