public import Primitives
import Synchronization

/// Names for requests that bring no trace of their own: no two alike in one process, and hardly in two.
///
/// A name is no secret. So chance is asked once, at start, and each request costs a count and not a call of the kernel.
public final class TraceNames: Sendable {
    private let first: UInt64
    private let second: UInt64
    private let count = Atomic<UInt64>(0)

    /// Names that begin where the random say.
    public init(_ random: RandomSource) {
        first = random.uint64()
        second = random.uint64()
    }

    /// The next name: 32 hexadecimal digits, never all zero.
    public func next() -> String {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        let high = Self.mix(first &+ number &* 0x9E37_79B9_7F4A_7C15)
        let low = Self.mix(second ^ number) | 1
        return String(unsafeUninitializedCapacity: 32) { digits in
            for place in 0..<16 {
                let shift = UInt64(60 - 4 * place)
                digits[place] = Self.digit(high >> shift)
                digits[place + 16] = Self.digit(low >> shift)
            }
            return 32
        }
    }

    /// SplitMix64's finish: one to one, and no bit of it looks like a count.
    private static func mix(_ value: UInt64) -> UInt64 {
        let once = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        let twice = (once ^ (once >> 27)) &* 0x94D0_49BB_1331_11EB
        return twice ^ (twice >> 31)
    }

    private static func digit(_ bits: UInt64) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: bits & 15)
        return value < 10 ? 48 + value : 87 + value
    }
}
