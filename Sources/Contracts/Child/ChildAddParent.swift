public import JSONRPC

public enum ChildAddParent: Method {
    public static let name = "child.addParent"
    public static let summary = "Makes a person a parent of a child, by a decision of the administrator."
    public static let explanation =
        "For a child whose parents have lost their accounts, or that an older database has brought back without one. The other "
        + "parents, the child and the new parent get a notice. Nothing changes if the person is a parent of the child already."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.childUnknown, .userUnknown, .notParent, .tooManyChildren]

    public typealias Params = ParentOfChild
    public typealias Answer = ParentCount

    public static let example = (
        params: Params(childId: Sample.child, phone: Sample.phone, reason: "the father, known to the school"),
        answer: Answer(parents: 1)
    )
}
