/// Why an authenticated call between services was refused. On the wire all of them are `callRefused`.
public enum CallFault: Error, Hashable, Sendable {
    /// Not of the right form; the sentence names what is wrong.
    case malformed(String)
    /// Another kind of token: `typ` is not ours.
    case wrongKind
    /// Signed by a key that no configured peer has.
    case unknownPeer
    /// Signed by a peer's key, but in another's name.
    case wrongIssuer
    /// Made for another service.
    case wrongAudience
    /// Outside its time: a clock is off by more than the window, or it is a replay.
    case outsideWindow
    /// The assertion's signature, or the answering service's, is not the peer's.
    case badSignature
    /// The session handle is none of ours, or its session key has ended: authenticate again.
    case unknownSession
    /// The MAC is not this request's.
    case badMAC
}
