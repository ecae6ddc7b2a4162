/// The credential that a caller must present. It is checked before the method's params are read, except `assertion`,
/// which is one of the params.
public enum Credential: Sendable, Hashable {
    /// No credential: the method reveals no one's data.
    case open
    /// Access to the administration socket, which belongs to the service's user. Such a method is served nowhere else, and
    /// not in a batch.
    case administrator
    /// A request proof by a device key (DPoP, RFC 9449), without a session.
    case deviceProof
    /// A bearer token of a live session that has all of `scopes`.
    case session(scopes: [String])
    /// A bearer token as above, or one that a person's device has had made for a backend and that has one of `delegated`.
    case sessionOrDelegation(scopes: [String], delegated: [String])
    /// A bearer token of a session that has all of `scopes`, and a request proof by the device key that the token is bound to.
    case sessionWithProof(scopes: [String])
    /// An authenticated call by the other service of the pair.
    case service
    /// A signed assertion in params: the call that opens an authenticated session between the two services.
    case assertion

    /// The credential as `methods.md` and the OpenRPC document write it.
    public var text: String {
        switch self {
        case .open: "none"
        case .administrator: "administration socket"
        case .deviceProof: "device proof"
        case .session(let scopes): (["token"] + scopes).joined(separator: " ")
        case .sessionOrDelegation(let scopes, let delegated):
            (["token"] + scopes).joined(separator: " ") + ", or delegated " + delegated.joined(separator: " or ")
        case .sessionWithProof(let scopes): (["token + device proof"] + scopes).joined(separator: " ")
        case .service: "service call"
        case .assertion: "signed assertion"
        }
    }
}
