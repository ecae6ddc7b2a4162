import Primitives
import Support
import Synchronization
import Testing

@Suite struct RandomSourceTests {
    /// Returns a random source that gives these bytes, then zeros.
    private func random(_ bytes: [UInt8]) -> RandomSource {
        let rest = RestOfBytes(bytes)
        return RandomSource { rest.fill($0) }
    }

    @Test(.requirement("O1")) func `digits are uniform`() {
        var counts = [Int](repeating: 0, count: 10)
        for digit in SeededRandom(seed: 7).random.digits(100_000).utf8 { counts[Int(digit - 48)] += 1 }
        let chiSquare = counts.map { ($0 - 10_000) * ($0 - 10_000) }.reduce(0, +) / 10_000
        #expect(chiSquare < 28, "nine degrees of freedom, p = 0.001")
    }

    @Test(.requirement("O1")) func `bytes that would make small digits more likely are skipped`() {
        #expect(random([250, 255, 253, 9, 249, 0]).digits(3) == "990")
    }

    @Test(.requirement("O1")) func `leading zeros are kept`() {
        #expect(random([]).digits(6) == "000000")
    }

    @Test func `a number below a bound is uniform`() {
        var counts = [Int](repeating: 0, count: 7)
        let random = SeededRandom(seed: 11).random
        for _ in 0..<70_000 { counts[Int(random.below(7))] += 1 }
        let chiSquare = counts.map { ($0 - 10_000) * ($0 - 10_000) }.reduce(0, +) / 10_000
        #expect(chiSquare < 23, "six degrees of freedom, p = 0.001")
    }

    @Test func `values that would make small numbers more likely are skipped`() {
        let highest = [UInt8](repeating: 255, count: 8)
        #expect(random(highest + [3, 0, 0, 0, 0, 0, 0, 0]).below(10) == 3)
        #expect(random(highest).below(1) == 0)
        #expect(random(highest).below(1 << 63) == .max >> 1)
    }

    @Test(arguments: [0, 1, 255, 256, 257, 1000]) func `the system's source gives as many bytes as requested`(
        count: Int
    ) {
        #expect(RandomSource.system.bytes(count).count == count)
    }

    @Test func `the system's source gives a thousand different identifiers`() {
        let ids = (0..<1000).map { _ in RandomSource.system.id() as ChallengeID }
        #expect(Set(ids).count == 1000)
        #expect(Set(ids.map { $0.bits >> 120 }).count > 100)
    }

    @Test func `the system's source also fills the end of a long buffer`() {
        #expect(RandomSource.system.bytes(1024).suffix(64).contains { $0 != 0 })
    }

    @Test func `two sources give the same bytes only if their seeds are equal`() {
        #expect(SeededRandom(seed: 3).random.bytes(32) == SeededRandom(seed: 3).random.bytes(32))
        #expect(SeededRandom(seed: 3).random.bytes(32) != SeededRandom(seed: 4).random.bytes(32))
    }
}

private final class RestOfBytes: Sendable {
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        bytes.withLock { bytes in
            for index in buffer.indices { buffer[index] = bytes.isEmpty ? 0 : bytes.removeFirst() }
        }
    }
}
