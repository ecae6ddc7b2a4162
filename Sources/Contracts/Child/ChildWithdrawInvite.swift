public import JSONRPC

public enum ChildWithdrawInvite: Method {
    public static let name = "child.withdrawInvite"
    public static let summary =
        "Withdraws the open invites of a child: that for its device, and that for another parent."
    public static let explanation =
        "A device that has shown the code and is not bound yet cannot be bound any more. Without an open invite nothing changes."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let faults: [FaultKind] = [.childUnknown, .requestIdReused]

    public typealias Params = OneChild
    public typealias Answer = Nothing

    public static let example = (params: Params(childId: Sample.child), answer: Nothing())
}
