/// The steps that the group and the account demand of a login beside the proof of the device.
public struct LoginRequirements: Hashable, Sendable {
    /// True if the group requires a PIN and the account has none.
    public let needsPIN: Bool
    /// True if the account has a second factor that counts, or the group requires one.
    public let needsSecondFactor: Bool

    public init(needsPIN: Bool, needsSecondFactor: Bool) {
        self.needsPIN = needsPIN
        self.needsSecondFactor = needsSecondFactor
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
