import RPCServer
import Testing

/// The default limits, which the table of HTTP limits in the operations guide states.
@Suite struct DefaultLimitTests {
    private let limits = ServerLimits()

    @Test func `a header has five seconds, a body ten, an idle connection thirty`() {
        #expect(limits.headerTime == .seconds(5))
        #expect(limits.bodyTime == .seconds(10))
        #expect(limits.idleTime == .seconds(30))
    }

    @Test func `a body must arrive with one kibibyte a second after five seconds`() {
        #expect(limits.bytesPerSecond == 1024)
        #expect(limits.rateGrace == .seconds(5))
    }

    @Test func `connections are limited in all, for each address and for loopback`() {
        #expect(limits.connections == 10_000)
        #expect(limits.connectionsPerPeer == 64)
        #expect(limits.connectionsPerLoopback == 10_000)
    }

    @Test func `calls in flight, requests ahead of a response and requests of a connection are limited`() {
        #expect(limits.callsInFlight == 2048)
        #expect(limits.pipelinedRequests == 32)
        #expect(limits.requestsPerConnection == 100_000)
    }
}
