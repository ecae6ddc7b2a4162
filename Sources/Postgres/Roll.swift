#if Postgres
/// Which of at most 64 workers stand somewhere; the lowest goes first, so that the same few stay warm.
struct Roll {
    private var bits: UInt64 = 0

    /// Adds one, or changes nothing if it stands there.
    mutating func insert(_ index: Int) { bits |= 1 << UInt64(index) }

    /// Takes one away, or changes nothing if it does not stand there.
    mutating func remove(_ index: Int) { bits &= ~(1 << UInt64(index)) }

    /// Takes the lowest away.
    mutating func popFirst() -> Int? {
        guard bits != 0 else { return nil }
        let index = bits.trailingZeroBitCount
        remove(index)
        return index
    }
}
#endif
