import Primitives

/// The limits on attempts at one-time codes. This is the only place of the numbers in the code; the page Auth explains
/// them.
public struct CodeLimits: Sendable, Hashable {
    /// The time that a device key has to wait by default.
    public static let defaultWait = Duration.minutes(20)

    /// The attempts at one challenge.
    public var perChallenge: Int
    /// The attempts in a row of one device key at one number, over any number of challenges; at least 2.
    public var inARow: Int
    /// The time that device key then has to wait.
    public var wait: Duration

    public init(perChallenge: Int = 5, inARow: Int = 10, wait: Duration = defaultWait) {
        self.perChallenge = perChallenge
        self.inARow = inARow
        self.wait = wait
    }
}
