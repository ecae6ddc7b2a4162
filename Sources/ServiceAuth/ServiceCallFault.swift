/// The reasons an authenticated call between services, or a handshake, is refused. A service that refuses one answers
/// `callRefused`, whatever the case.
public enum ServiceCallFault: Error, Hashable, Sendable {
    /// The header, assertion or response has the wrong form; the text names what is wrong.
    case malformed(String)
    /// The assertion's `typ` or `alg` is not that of a handshake.
    case wrongKind
    /// The assertion names a key (`kid`) that belongs to no configured peer.
    case unknownPeer
    /// The key that signed belongs to a peer, but the assertion names another issuer.
    case wrongIssuer
    /// The assertion was made for another service.
    case wrongAudience
    /// The time is outside the window, because a clock is off or the call is a replay; or the lifetime of the assertion
    /// is negative or longer than the window.
    case outsideWindow
    /// The signature of the assertion, or of the handshake's response, is not the peer's.
    case badSignature
    /// The session handle was not sealed for this service under one of its present sealing keys, or the session has
    /// expired. The calling service repeats the handshake.
    case unknownSession
    /// The MAC is not base64url or does not fit the request.
    case badMAC
}
