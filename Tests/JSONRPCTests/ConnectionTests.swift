import JSONRPC
import StrictJSON
import Testing

struct ConnectionTests {
    @Test func `a typed call returns the answer`() async throws {
        let connection = InProcessConnection(to: try TestRouter.make())
        let answer = try await connection.call(Subtract.self, Subtract.Params(minuend: 42, subtrahend: 23))
        #expect(answer.difference == 19)
    }

    @Test func `a refusal is thrown as a fault with its HTTP status`() async throws {
        let connection = InProcessConnection(to: try TestRouter.make())
        do {
            _ = try await connection.call(Subtract.self, Subtract.Params(minuend: 0, subtrahend: 0))
            Issue.record("the call was answered")
        } catch {
            #expect(error.fault?.isKind(.tokenBad) == true)
            #expect(error.fault?.status == 401)
            #expect(error.fault?.remedy == "log in")
        }
    }

    @Test(arguments: [
        ("<html>503</html>", 503), (#"{"jsonrpc":"2.0","id":1}"#, 200), ("[]", 200), ("", 502),
        (#"{"jsonrpc":"2.0","result":{"difference":"x"},"id":1}"#, 200),
    ])
    func `an answer outside the contract is unreadable, not a refusal`(body: String, status: Int) async throws {
        let connection = FixedReplyConnection(reply: ConnectionReply(status: status, body: Array(body.utf8)))
        do {
            _ = try await connection.call(Subtract.self, Subtract.Params(minuend: 1, subtrahend: 0))
            Issue.record("the call was answered")
        } catch {
            guard case .unreadable(status, _) = error else { throw error }
        }
    }

    @Test(arguments: [(0, true), (1, false)])
    func `an answer of 8 MiB is read, and a longer one is unreadable`(extra: Int, isRead: Bool) async throws {
        var body = Array(#"{"jsonrpc":"2.0","result":{"difference":1},"id":1}"#.utf8)
        body += [UInt8](repeating: 0x20, count: 8 * 1024 * 1024 + extra - body.count)
        let connection = FixedReplyConnection(reply: ConnectionReply(status: 200, body: body))
        do {
            let answer = try await connection.call(Subtract.self, Subtract.Params(minuend: 1, subtrahend: 0))
            #expect(isRead && answer.difference == 1)
        } catch {
            guard case .unreadable(200, _) = error else { throw error }
            #expect(!isRead)
        }
    }

    @Test func `a request whose headers cannot be made is not sent`() async throws {
        struct NoKey: Error {}
        let connection = FixedReplyConnection(
            reply: ConnectionReply(
                status: 200, body: Array(#"{"jsonrpc":"2.0","result":{"difference":1},"id":1}"#.utf8)))
        let failure = await #expect(throws: CallFailure.self) {
            try await connection.exchange(Subtract.self, Subtract.Params(minuend: 1, subtrahend: 0)) { _ in
                throw NoKey()
            }
        }
        // No response was received, so there is no status.
        #expect(failure == .unreadable(status: 0, reason: "the request could not be written: NoKey()"))
    }

    @Test func `a newer peer's unknown members of an answer are ignored`() async throws {
        let body = #"{"jsonrpc":"2.0","result":{"difference":1,"new":true},"id":1}"#
        let connection = FixedReplyConnection(reply: ConnectionReply(status: 200, body: Array(body.utf8)))
        #expect(try await connection.call(Subtract.self, Subtract.Params(minuend: 1, subtrahend: 0)).difference == 1)
    }
}

private struct FixedReplyConnection: Connection {
    let reply: ConnectionReply
    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply { reply }
}
