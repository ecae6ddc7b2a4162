import Glibc

/// A random generator whose values a failed test can repeat. Its seed is `LATCHKEY_SEED`, or else new in each run.
///
/// Pass ``note`` as the comment of an expectation, so that a failure reports the seed.
public struct RandomWalk: RandomNumberGenerator, Sendable {
    public let seed: UInt64
    private var state: UInt64

    /// - Parameter seed: nil for the seed of the environment, or a new one.
    public init(seed: UInt64? = nil) {
        let chosen = seed ?? getenv("LATCHKEY_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0...(.max))
        self.seed = chosen
        state = chosen
    }

    /// Says how to repeat the values.
    public var note: String { "repeat with LATCHKEY_SEED=\(seed)" }

    /// Returns the next 64 bits, by the algorithm SplitMix64.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
