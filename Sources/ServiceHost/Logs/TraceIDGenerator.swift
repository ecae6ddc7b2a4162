import Primitives
import Synchronization

/// Generates trace ids for requests that bring none. Within a process they are unique; between processes a collision is
/// improbable.
///
/// A trace id is not a secret, so the random source is used once, at start, and each id costs a counter instead of a
/// system call.
final class TraceIDGenerator: Sendable {
    private let high: UInt64
    private let low: UInt64
    private let count = Atomic<UInt64>(0)

    init(_ random: RandomSource) {
        high = random.uint64()
        low = random.uint64()
    }

    /// Returns the next id: 32 hexadecimal digits, never all zero.
    func next() -> String {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        let high = Self.mix(self.high &+ number &* 0x9E37_79B9_7F4A_7C15)
        let low = Self.mix(self.low ^ number) | 1
        return String(unsafeUninitializedCapacity: 32) { digits in
            for position in 0..<16 {
                let shift = UInt64(60 - 4 * position)
                digits[position] = Self.digit(high >> shift)
                digits[position + 16] = Self.digit(low >> shift)
            }
            return 32
        }
    }

    /// The finalizer of SplitMix64: a bijection whose output bits do not resemble a counter.
    private static func mix(_ value: UInt64) -> UInt64 {
        let first = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        let second = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
        return second ^ (second >> 31)
    }

    private static func digit(_ bits: UInt64) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: bits & 15)
        return value < 10 ? 48 + value : 87 + value
    }
}
