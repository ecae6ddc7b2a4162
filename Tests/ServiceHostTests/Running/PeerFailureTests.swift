import ServiceHost
import StrictJSON
import Testing

@testable import JSONRPC

@Suite struct PeerFailureTests {
    private static let url = "http://127.0.0.1:7621/rpc"

    private func text(_ failure: CallFailure) -> String {
        PeerFailure(failure, calling: "auth", at: Self.url).description
    }

    @Test func `a service that does not run and one that is slow are named with what to do`() {
        #expect(
            text(.unreachable(ConnectionError("connection refused", mayHaveBeenSent: false)))
                == """
                auth does not answer at \(Self.url) (connection refused): start it, or set peer-url to its internal address
                """)
        #expect(
            text(.unreachable(ConnectionError("late", mayHaveBeenSent: true, isTimeout: true)))
                == "auth did not answer in time at \(Self.url): look at its log")
    }

    @Test func `a refusal is not called silence, and another program is not called auth`() {
        let refused = text(
            .refused(RemoteFault(["message": "No.", "data": .object(["remedy": "ask again"])], status: 200)))
        #expect(refused == "auth at \(Self.url) refused: No. What to do: ask again.")
        let older = text(.refused(RemoteFault(["data": .object(["fault": "methodNotFound"])], status: 200)))
        #expect(older == "auth at \(Self.url) is of an earlier version, which cannot answer: upgrade it")
        let other = text(.unreadable(status: 404, reason: "it is a page"))
        #expect(other == "what answers at \(Self.url) is not latchkey-auth: it is a page")
    }
}
