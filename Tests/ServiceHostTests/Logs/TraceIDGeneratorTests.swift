import RPCServer
import Support
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
}
