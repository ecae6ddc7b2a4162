public import JSONRPC

public enum ChildResetAccess: Method {
    public static let name = "child.resetAccess"
    public static let summary = "Ends the access of a child who has forgotten the PIN, and makes a new invite."
    public static let explanation =
        "The present device loses its binding and its PIN, and may be bound again by the invite. For a child that is locked out "
        + "or has asked for it (child.forgotPIN); every other state is flowError. A PIN, a code of the "
        + "second factor or a recovery code of the parent confirms it; a code from a message does not."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let faults = FaultKind.ofChildAccess + FaultKind.ofOwnSecrets

    public typealias Params = InviteParams
    public typealias Answer = InviteView

    public static let example = (
        params: Params(childId: Sample.child),
        answer: Answer(code: Sample.inviteCode, link: nil, expiresAtMs: Sample.soon)
    )
}
