public import JSONRPC

public enum ChildRemoveParent: Method {
    public static let name = "child.removeParent"
    public static let summary = "Ends a person's parenthood of a child, by a decision of the administrator."
    public static let explanation =
        "As if the parent had left the child: the parent decides nothing about it any more, the invites that the parent made for "
        + "it end, and all parents and the child get a notice. The child's bound device stays. An only parent is not removed: "
        + "add another one first, or delete the child with user.delete."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.childUnknown, .userUnknown, .notParent, .lastParent]

    public typealias Params = ParentOfChild
    public typealias Answer = ParentCount

    public static let example = (
        params: Params(childId: Sample.child, phone: Sample.phone, reason: "custody was withdrawn"),
        answer: Answer(parents: 1)
    )
}
