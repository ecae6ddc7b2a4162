import Support
import Testing

@testable import Curl

/// The limit of a request that stands still, as an alternative to a short total limit.
@Suite(.timeLimit(.minutes(5))) struct StallLimitTests {
    @Test func `a response that keeps coming may take longer than the stall limit`() async throws {
        let server = try LocalServer { _ in .throttled(bytes: 4_000, perSecond: 1_000) }
        var request = CurlRequest(server.url, totalMs: 30_000)
        request.stall = StallLimit(seconds: 2, bytesPerSecond: 100)
        #expect(try await CurlClient().send(request).body.count == 4_000)
    }

    @Test(arguments: [LocalServer.Behaviour.silence, .drip])
    func `a response without progress ends the request at the stall limit, long before its total limit`(
        behaviour: LocalServer.Behaviour
    ) async throws {
        let server = try LocalServer { _ in behaviour }
        var request = CurlRequest(server.url, totalMs: 600_000)  // beyond the time limit of this test
        request.stall = StallLimit(seconds: 1, bytesPerSecond: 100)
        await #expect(throws: CurlFault(.timeout, mayHaveBeenSent: true)) { try await CurlClient().send(request) }
    }

    @Test func `without a stall limit only the total limit counts`() async throws {
        let server = try LocalServer { _ in .throttled(bytes: 3_000, perSecond: 1_000) }
        await #expect(throws: CurlFault(.timeout, mayHaveBeenSent: true)) {
            try await CurlClient().send(CurlRequest(server.url, totalMs: 1_500))
        }
    }

    @Test(arguments: [(0, 1, false), (1, 0, false), (1, 1, true)])
    func `a stall limit is at least one second and one byte a second`(
        seconds: Int, bytes: Int, isSent: Bool
    ) async throws {
        let server = try LocalServer { _ in .answer() }
        var request = CurlRequest(server.url)
        request.stall = StallLimit(seconds: seconds, bytesPerSecond: bytes)
        let status = try? await CurlClient().send(request).status
        #expect(status == (isSent ? 200 : nil) && server.received.count == (isSent ? 1 : 0))
    }
}
