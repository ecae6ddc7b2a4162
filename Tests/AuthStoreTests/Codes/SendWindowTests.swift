import Primitives
import Testing

@testable import AuthStore

@Suite struct `The stored times of sends` {
    @Test func `a time is kept as long as the longest rate needs it, and forgotten then`() throws {
        let rates = [SendLimits.Rate(2, per: .seconds(1)), SendLimits.Rate(5, per: .seconds(60))]
        var window = SendWindow([])
        for (time, kept) in [(0, 1), (59_999, 2), (60_000, 2), (119_998, 3)] as [(Int64, Int)] {
            try window.add(at: Instant(ms: time), within: rates)
            #expect(window.bytes.count == 8 * kept, "at \(time) ms")
            window = SendWindow(window.bytes)
        }
    }

    @Test(arguments: 0...7) func `bytes after the last whole time are ignored`(more: Int) throws {
        let time: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 2]
        #expect(SendWindow(time + [UInt8](repeating: 9, count: more)).bytes == time)
    }
}
