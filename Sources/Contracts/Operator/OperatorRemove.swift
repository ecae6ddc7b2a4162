public import JSONRPC

public enum OperatorRemove: Method {
    public static let name = "operator.remove"
    public static let summary = "Makes an operator an ordinary member, and ends all their sessions."
    public static let explanation =
        "The operator's groups and enrolment secret are deleted, and the account becomes a member of the group that was "
        + "named first at its creation, waiting for approval. The account stays, so that the list of decisions still "
        + "says who decided; user.delete deletes it and frees the number."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown]

    public typealias Params = PersonAndReason
    public typealias Answer = Nothing

    public static let example = (params: Params(phone: Sample.phone), answer: Nothing())
}
