import JSONRPC
import Synchronization
import Testing

/// The router authenticates what it answers to the other service, and nothing else.
@Suite struct AnswerAuthenticationTests {
    /// Answers a body as a call of the other service; returns the reply, and the number of headers verified.
    private func reply(
        _ body: String, header: String? = "right", at listener: Listener = .internal
    ) async throws -> (reply: Reply, verified: Int) {
        let verified = Mutex(0)
        var router = try TestRouter.make()
        router.verifyServiceCall = { context in
            verified.withLock { $0 += 1 }
            guard context.internalCall == "right" else { return nil }
            return ServiceCaller(name: "vault") { status, body in Header("Answer", "\(status) \(body.count)") }
        }
        let context = RequestContext(
            listener: listener, body: Array(body.utf8), internalCall: header, traceID: "trace")
        return (await router.answer(context), verified.withLock { $0 })
    }

    @Test(arguments: [
        TestRouter.subtract(3), TestRouter.subtract(0), TestRouter.subtract(-1), "[\(TestRouter.subtract(3))]", "[]",
        "{",
        #"{"jsonrpc":"2.0","method":"no.such","id":1}"#, #"{"jsonrpc":"2.0","method":"test.nothing"}"#,
    ])
    func `every answer to a verified caller is authenticated once, with its status and body`(body: String) async throws
    {
        let (reply, verified) = try await reply(body)
        #expect(verified == 1)
        #expect(
            reply.headers.filter { $0.name == "Answer" } == [Header("Answer", "\(reply.status) \(reply.body.count)")])
    }

    @Test func `a caller that is not verified gets no authenticated answer`() async throws {
        let (wrong, verified) = try await reply(TestRouter.subtract(3), header: "wrong")
        #expect(verified == 1 && wrong.headers.isEmpty)
        let (without, none) = try await reply(TestRouter.subtract(3), header: nil)
        #expect(none == 0 && without.headers.isEmpty)
    }

    @Test(arguments: [Listener.public, .administration])
    func `at the other listeners the header of a service call means nothing`(listener: Listener) async throws {
        let (reply, verified) = try await reply(TestRouter.subtract(3), at: listener)
        #expect(verified == 0 && reply.headers.isEmpty)
    }
}
