public import Primitives

extension EpochID {
    /// The number by which an account's sequence numbers jump when this epoch begins.
    ///
    /// It is at least 2^32, more than the changes of any epoch, so that revs which one restore has lost are not assigned
    /// again. Its lower 32 bits are those of the epoch's random identifier, because two epochs can begin after the same
    /// rev: one after each of two restores of the same copy. That both assign the same rev is then improbable.
    public var jump: Int64 { 1 << 32 + Int64(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
}
