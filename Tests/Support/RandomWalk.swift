import Glibc

/// Chance a failing test can repeat: seeded from `LATCHKEY_SEED`, else new each run.
///
/// Give `walk.note` as the comment of an expectation, so that a failure says how to walk the same way again.
public struct RandomWalk: RandomNumberGenerator, Sendable {
    /// What the walk grew from.
    public let seed: UInt64
    private var state: UInt64

    /// A walk from this seed; nil takes the environment's, or a new one.
    public init(seed: UInt64? = nil) {
        let chosen = seed ?? getenv("LATCHKEY_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0...(.max))
        self.seed = chosen
        state = chosen
    }

    /// How to repeat it.
    public var note: String { "repeat with LATCHKEY_SEED=\(seed)" }

    /// The next 64 bits (SplitMix64).
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
