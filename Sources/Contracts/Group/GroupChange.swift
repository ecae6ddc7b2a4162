import Domain
public import JSONRPC

public enum GroupChange: Method {
    public static let name = "group.change"
    public static let summary = "Changes policies of a facility group, also of a built-in one."
    public static let explanation =
        "Only the policies that the call names change; no session ends and no approval changes at once. approval, registers, "
        + "verification and isJoinable take effect for registrations that begin or are confirmed afterwards; a person who "
        + "waits when approval becomes automatic is approved at their next login, unless an operator decides before. devices, "
        + "pin and secondFactor take effect at a member's next login: it ends the sessions of their other devices, and asks "
        + "for a PIN or a second factor that is missing. A device gets offlineUnlockHours with the answer to its next right PIN. The verification of a group "
        + "that has accounts cannot change."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.groupUnknown, .verificationNeeded, .groupHasAccounts]

    public typealias Params = GroupPolicies
    public typealias Answer = GroupView

    public static let example = (
        params: GroupPolicies(group: Sample.group, devices: .many, pin: .required, reason: "shared tablets"),
        answer: Sample.changedGroup
    )
}
