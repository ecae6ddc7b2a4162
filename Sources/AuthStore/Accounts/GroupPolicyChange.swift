public import Domain

/// The policies of a facility group that the administrator names; nil for a policy that keeps its value.
public struct GroupPolicyChange: Sendable, Hashable {
    public var memberRole: Role?
    public var approval: GroupApproval?
    public var devices: GroupDevices?
    public var verification: GroupVerification?
    public var pin: GroupNeed?
    public var secondFactor: GroupNeed?
    public var isJoinable: Bool?
    public var offlineUnlockHours: Int64?

    public init(
        memberRole: Role? = nil, approval: GroupApproval? = nil, devices: GroupDevices? = nil,
        verification: GroupVerification? = nil, pin: GroupNeed? = nil, secondFactor: GroupNeed? = nil,
        isJoinable: Bool? = nil, offlineUnlockHours: Int64? = nil
    ) {
        self.memberRole = memberRole
        self.approval = approval
        self.devices = devices
        self.verification = verification
        self.pin = pin
        self.secondFactor = secondFactor
        self.isJoinable = isJoinable
        self.offlineUnlockHours = offlineUnlockHours
    }
}

extension FacilityGroup {
    /// The group with the policies that a change names.
    public func changed(by change: GroupPolicyChange) -> FacilityGroup {
        var group = self
        group.memberRole = change.memberRole ?? memberRole
        group.approval = change.approval ?? approval
        group.devices = change.devices ?? devices
        group.verification = change.verification ?? verification
        group.pin = change.pin ?? pin
        group.secondFactor = change.secondFactor ?? secondFactor
        group.isJoinable = change.isJoinable ?? isJoinable
        group.offlineUnlockHours = change.offlineUnlockHours ?? offlineUnlockHours
        return group
    }

    /// The policies as a decision states them, such as `approval manual, devices one`.
    /// - Parameter other: a group to compare with, so that only the policies that differ are stated; nil states all.
    func policyText(differingFrom other: FacilityGroup? = nil) -> String {
        let others = other?.policyTexts
        return policyTexts.enumerated().filter { others?[$0.offset] != $0.element }.map(\.element)
            .joined(separator: ", ")
    }

    private var policyTexts: [String] {
        [
            "registers \(memberRole.rawValue)", "approval \(approval.rawValue)", "devices \(devices.rawValue)",
            "verification \(verification.rawValue)", "pin \(pin.rawValue)", "secondFactor \(secondFactor.rawValue)",
            "isJoinable \(isJoinable)", "offlineUnlockHours \(offlineUnlockHours)",
        ]
    }
}
