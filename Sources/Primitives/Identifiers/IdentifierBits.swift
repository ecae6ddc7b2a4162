/// The 128 bits of an identifier, stored as two integers of 64 bits.
///
/// A stored `UInt128` would crash: where an async function has more parameters or captures than registers, Swift 6.3 on
/// x86-64 lets caller and callee disagree about its offset on the stack, and the task later jumps to address zero.
struct IdentifierBits: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    init(_ bits: UInt128) {
        high = UInt64(truncatingIfNeeded: bits >> 64)
        low = UInt64(truncatingIfNeeded: bits)
    }

    var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }
}
