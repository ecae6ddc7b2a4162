/// The steps that the role, the group and the account demand of a login beside the proof of the device.
public struct LoginRequirements: Hashable, Sendable {
    /// True if the login has to prove a PIN or make one: always for an operator, and for others if the account has none and the
    /// group requires one.
    public let needsPIN: Bool
    /// True if the account has a second factor that counts, or its role or group requires one.
    public let needsSecondFactor: Bool

    /// - Parameters:
    ///   - role: an operator's login passes a PIN and a second factor whatever the group's policies say.
    ///   - requiresPIN: the group's policy about PINs.
    ///   - requiresSecondFactor: the group's policy about second factors.
    ///   - hasSecondFactor: true if the account has a second factor that counts.
    public init(
        role: Role, requiresPIN: Bool, hasPIN: Bool, requiresSecondFactor: Bool, hasSecondFactor: Bool
    ) {
        needsPIN = role == .operator || requiresPIN && !hasPIN
        needsSecondFactor = requiresSecondFactor || role == .operator || hasSecondFactor
    }

    /// The level that a session reaches when it has passed another one.
    public func level(after passed: SessionLevel) -> SessionLevel {
        switch passed {
        case .unproven: needsPIN ? .pinRequired : level(after: .pinRequired)
        case .pinRequired: needsSecondFactor ? .preTFA : .full
        case .preTFA, .full: .full
        }
    }
}
