import Domain
public import JSONRPC

public enum GroupCreate: Method {
    public static let name = "group.create"
    public static let summary = "Creates a facility group, which people join by registering in it."
    public static let explanation =
        "A policy that is absent has the value that its description names for a new group. The group can be joined as soon "
        + "as the call returns. A group that verifies no phone number can be created only where the service runs with "
        + "--demo. No method deletes a group; one that is not joinable gets no new people."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.groupExists, .verificationNeeded]

    public typealias Params = GroupPolicies
    public typealias Answer = GroupView

    public static let example = (
        params: GroupPolicies(
            group: Sample.ward, approval: .manual, devices: .one, pin: .required, reason: "the new ward"),
        answer: Sample.wardView
    )
}
