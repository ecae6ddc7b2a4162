/// A reason why an access token, or a document of published keys, is refused, or why a token cannot be minted. The
/// cases differ in what the service does next.
public enum TokenFault: Error, Hashable, Sendable {
    /// The token is valid except that it has expired. The device refreshes its tokens.
    case expired
    /// The token's `nbf` or `iat` lies in the future. One of two clocks is wrong, so the service answers `unavailable`.
    case notYetValid
    /// The token names a key that is not in the key table; fetching the published keys may bring it.
    case unknownKey(kid: String)
    /// The token has another type, audience or issuer.
    case wrongKind(String)
    /// The token is malformed, altered or forged, a key document is malformed, or a token cannot be minted. The text is
    /// for the log.
    case bad(String)
}
