public import JSONRPC

public enum ChildRevoke: Method {
    public static let name = "child.revoke"
    public static let summary = "Withdraws a child's access: its device is not bound any more."
    public static let explanation =
        "The binding, the PIN, the unlock share and every session of the child end when this returns, and the open invite for "
        + "its device is withdrawn. For a child whose device is not bound the invite alone is withdrawn. The child's secrets stay in the vault; a new invite gives the child access to them again."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let faults: [FaultKind] = [.childUnknown, .requestIdReused]

    public typealias Params = OneChild
    public typealias Answer = Nothing

    public static let example = (params: Params(childId: Sample.child), answer: Nothing())
}
