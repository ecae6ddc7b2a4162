public import Primitives

/// How often codes may be guessed; AUTH.md, "One-time codes".
public struct CodeLimits: Sendable, Hashable {
    /// Attempts at one challenge.
    public var perChallenge: Int
    /// Attempts in a row of one device key at one number, over any number of challenges; at least 2.
    public var inARow: Int
    /// How long that device key then waits.
    public var wait: Duration

    /// The defaults of the design.
    public init(perChallenge: Int = 5, inARow: Int = 10, wait: Duration = .minutes(20)) {
        self.perChallenge = perChallenge
        self.inARow = inARow
        self.wait = wait
    }
}
