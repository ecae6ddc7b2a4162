import Support
import Synchronization
import Testing
import TimeAndChance
import Vocabulary

@Suite struct DiceTests {
    /// Dice that give these bytes, then zeros.
    private func dice(_ bytes: [UInt8]) -> Dice {
        let rest = RestOfBytes(bytes)
        return Dice { rest.fill($0) }
    }

    @Test func `digits are uniform`() {
        var counts = [Int](repeating: 0, count: 10)
        for digit in LoadedDice(seed: 7).dice.digits(100_000).utf8 { counts[Int(digit - 48)] += 1 }
        let chiSquare = counts.map { ($0 - 10_000) * ($0 - 10_000) }.reduce(0, +) / 10_000
        #expect(chiSquare < 28, "nine degrees of freedom, p = 0.001")
    }

    @Test func `bytes that would favour small digits are thrown away`() {
        #expect(dice([250, 255, 253, 9, 249, 0]).digits(3) == "990")
    }

    @Test func `leading zeros are kept`() {
        #expect(dice([]).digits(6) == "000000")
    }

    @Test func `a number below a bound is uniform`() {
        var counts = [Int](repeating: 0, count: 7)
        let dice = LoadedDice(seed: 11).dice
        for _ in 0..<70_000 { counts[Int(dice.below(7))] += 1 }
        let chiSquare = counts.map { ($0 - 10_000) * ($0 - 10_000) }.reduce(0, +) / 10_000
        #expect(chiSquare < 23, "six degrees of freedom, p = 0.001")
    }

    @Test func `values beyond the last whole round are thrown again`() {
        let highest = [UInt8](repeating: 255, count: 8)
        #expect(dice(highest + [3, 0, 0, 0, 0, 0, 0, 0]).below(10) == 3)
        #expect(dice(highest).below(1) == 0)
        #expect(dice(highest).below(1 << 63) == .max >> 1)
    }

    @Test(arguments: [0, 1, 255, 256, 257, 1000]) func `the system gives as many bytes as asked`(count: Int) {
        #expect(Dice.system.bytes(count).count == count)
    }

    @Test func `the system never repeats itself`() {
        let ids = (0..<1000).map { _ in Dice.system.id() as ChallengeID }
        #expect(Set(ids).count == 1000)
        #expect(Set(ids.map { $0.bits >> 120 }).count > 100)
    }

    @Test func `the system fills the end of a long buffer too`() {
        #expect(Dice.system.bytes(1024).suffix(64).contains { $0 != 0 })
    }

    @Test func `loaded dice fall the same way for the same seed`() {
        #expect(LoadedDice(seed: 3).dice.bytes(32) == LoadedDice(seed: 3).dice.bytes(32))
        #expect(LoadedDice(seed: 3).dice.bytes(32) != LoadedDice(seed: 4).dice.bytes(32))
    }
}

private final class RestOfBytes: Sendable {
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        bytes.withLock { bytes in
            for place in buffer.indices { buffer[place] = bytes.isEmpty ? 0 : bytes.removeFirst() }
        }
    }
}
