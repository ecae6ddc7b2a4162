import Primitives
import Synchronization

/// A random generator whose whole stream follows from its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// A generator for one purpose. Streams of different purposes are independent, so that leaving out a step changes
    /// as little as possible of the others.
    init(_ seed: UInt64, _ purpose: String, _ number: Int = 0) {
        var mixed = SeededGenerator(seed ^ Fingerprint.of(purpose))
        state = mixed.next() ^ (UInt64(bitPattern: Int64(number)) &* 0xD6E8_FEB8_6659_FD93)
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound - 1`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// True in `percent` of 100 cases.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<T>(_ list: [T]) -> T? { list.isEmpty ? nil : list[below(list.count)] }

    /// A duration of at least 0 and less than `milliseconds`, to the microsecond.
    mutating func duration(below milliseconds: Int) -> Duration { .microseconds(below(milliseconds * 1000)) }
}

/// A hash of texts that is the same in every process (FNV-1a).
struct Fingerprint: Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        value = (value ^ 0x0A) &* 0x100_0000_01B3
    }

    static func of(_ text: String) -> UInt64 {
        var print = Fingerprint()
        print.add(text)
        return print.value
    }
}

/// A random source for the product, seeded.
final class SeededSource: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(_ generator: SeededGenerator) { self.generator = Mutex(generator) }

    var random: RandomSource {
        RandomSource { buffer in
            self.generator.withLock { generator in
                var index = 0
                while index < buffer.count {
                    var word = generator.next()
                    for _ in 0..<min(8, buffer.count - index) {
                        buffer[index] = UInt8(truncatingIfNeeded: word)
                        word >>= 8
                        index += 1
                    }
                }
            }
        }
    }
}
