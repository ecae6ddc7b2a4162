/// The reasons an authenticated call between services is refused. On the wire all of them are `callRefused`.
public enum ServiceCallFault: Error, Hashable, Sendable {
    /// The header, assertion or response has the wrong form; the text names what is wrong.
    case malformed(String)
    /// The assertion's `typ` or `alg` is not that of a handshake.
    case wrongKind
    /// The key that signed belongs to no configured peer.
    case unknownPeer
    /// The key that signed belongs to a peer, but the assertion names another issuer.
    case wrongIssuer
    /// The assertion was made for another service.
    case wrongAudience
    /// The time is outside the window: a clock is off, or the call is a replay.
    case outsideWindow
    /// The signature of the assertion, or of the handshake's response, is not the peer's.
    case badSignature
    /// The session handle was not sealed by this service, or its session has expired. The caller repeats the handshake.
    case unknownSession
    /// The MAC does not fit the request.
    case badMAC
}
