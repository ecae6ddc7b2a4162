import RPCServer
import ServiceHost
import Support
import Testing

@Suite struct TraceNamesTests {
    @Test func `no two names are alike, and each may stand in a traceparent`() {
        let names = TraceNames(LoadedDice().random)
        let other = TraceNames(LoadedDice(seed: 2).random)
        var seen: Set<String> = []
        for _ in 1...5000 {
            for name in [names.next(), other.next()] {
                #expect(name.utf8.count == 32)
                #expect(TraceContext.traceID(in: TraceContext.header(for: name)) == name)
                seen.insert(name)
            }
        }
        #expect(seen.count == 10_000)
    }
}
