import Primitives
import RPCServer
import Support
import Synchronization
import Testing

@testable import ServiceHost

@Suite struct TraceIDGeneratorTests {
    @Test func `trace ids are unique, and each is valid in a traceparent header`() {
        let ids = TraceIDGenerator(SeededRandom().random)
        let other = TraceIDGenerator(SeededRandom(seed: 2).random)
        var seen: Set<String> = []
        for _ in 1...5000 {
            for id in [ids.next(), other.next()] {
                #expect(id.utf8.count == 32)
                #expect(TraceContext.traceID(in: TraceContext.header(for: id)) == id)
                seen.insert(id)
            }
        }
        #expect(seen.count == 10_000)
    }

    /// The two numbers that are drawn at the start are those for which the first id would be all zero.
    @Test func `no trace id is all zero`() {
        let drawn = Mutex<[UInt64]>([0 &- 0x9E37_79B9_7F4A_7C15, 1])
        let random = RandomSource { bytes in
            bytes.storeBytes(of: drawn.withLock { $0.removeFirst() }, as: UInt64.self)
        }
        #expect(TraceIDGenerator(random).next() == String(repeating: "0", count: 31) + "1")
    }
}
