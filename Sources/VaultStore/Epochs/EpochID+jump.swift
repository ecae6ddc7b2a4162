public import Primitives

extension EpochID {
    /// The number by which an account's sequence numbers jump when this epoch begins.
    ///
    /// It is at least 2^32, so that no rev that a restore lost is assigned again, and its lower half differs from epoch
    /// to epoch: after two restores of the same copy, both epochs begin after the same rev.
    public var jump: Int64 { 1 << 32 + Int64(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
}
