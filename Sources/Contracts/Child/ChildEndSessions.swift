public import JSONRPC

public enum ChildEndSessions: Method {
    public static let name = "child.endSessions"
    public static let summary = "Ends the session of a child, who logs in again with the PIN."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let faults: [FaultKind] = [.childUnknown, .requestIdReused]

    public typealias Params = OneChild
    public typealias Answer = Nothing

    public static let example = (params: Params(childId: Sample.child), answer: Nothing())
}
