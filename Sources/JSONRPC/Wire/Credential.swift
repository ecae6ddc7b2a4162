/// What a caller must show before a method looks at its params.
public enum Credential: Sendable, Hashable {
    /// Nothing: the method tells nobody's data.
    case open
    /// A request proof by a device key (RFC 9449); no session yet.
    case deviceProof
    /// A bearer token of a live session that holds every one of `scopes`.
    case session(scopes: [String])
    /// A bearer token, and a request proof by the device key it is bound to.
    case sessionWithProof(scopes: [String])
    /// An authenticated call by the other service of the pair.
    case service
    /// A signed assertion inside params: the call that begins an authenticated conversation.
    case assertion

    /// The words of `methods.md` and of the OpenRPC document.
    public var text: String {
        switch self {
        case .open: "none"
        case .deviceProof: "device proof"
        case .session(let scopes): (["token"] + scopes).joined(separator: " ")
        case .sessionWithProof(let scopes): (["token + device proof"] + scopes).joined(separator: " ")
        case .service: "service call"
        case .assertion: "signed assertion"
        }
    }
}
