public import JSONRPC

public enum ChildInviteParent: Method {
    public static let name = "child.inviteParent"
    public static let summary = "Makes an invite with which another person becomes a parent of a child."
    public static let explanation =
        "The code is shown in this answer only, is valid for ten minutes and for one person. A child has at most four parents; "
        + "each of them decides about its access, and none can remove another. "
        + "A PIN, a code of the second factor or a recovery code of the caller confirms it; a code from a message does not."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let faults: [FaultKind] =
        [.childUnknown, .tooManyChildren, .requestIdReused] + FaultKind.ofOwnSecrets

    public typealias Params = InviteParams
    public typealias Answer = InviteView

    public static let example = (
        params: Params(childId: Sample.child),
        answer: Answer(code: Sample.inviteCode, link: nil, expiresAtMs: Sample.soon)
    )
}
