public import JSONRPC

public enum UserUndoPhone: Method {
    public static let name = "user.undoPhone"
    public static let summary = "Gives a person the former phone number back, within 72 hours after it was changed."
    public static let explanation =
        "For a person whose number somebody else has changed, and who has neither an earlier device nor a secret of their own to undo "
        + "it. The person is found by the former number too. Sessions, devices and an open hold stay as they are: user.endSessions "
        + "and user.removeDevice end what the other party holds."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let faults: [FaultKind] = [
        .userUnknown, .notYourGroup, .selfApproval, .secondOperatorRequired, .phoneChangeUnknown,
    ]

    public typealias Params = PersonAndReason
    public typealias Answer = Nothing

    public static let example = (
        params: Params(phone: Sample.phone, reason: "the owner came with a passport"), answer: Nothing()
    )
}
