public import JSONRPC

public enum ChildInvite: Method {
    public static let name = "child.invite"
    public static let summary = "Makes an invite with which one device is bound to a child."
    public static let explanation =
        "The code is shown in this answer only, is valid for ten minutes and binds one device. A new invite ends the child's "
        + "former one. The device that accepts it takes the place of the child's present device, which loses its access, and gets "
        + "the child's secrets. A PIN, a code of the second factor or a recovery code of the parent confirms it, unless the "
        + "child has never had a device; a code from a message does not."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let faults: [FaultKind] = [.childUnknown, .requestIdReused] + FaultKind.ofOwnSecrets

    public typealias Params = InviteParams
    public typealias Answer = InviteView

    public static let example = (
        params: Params(childId: Sample.child),
        answer: Answer(code: Sample.inviteCode, link: nil, expiresAtMs: Sample.soon)
    )
}
