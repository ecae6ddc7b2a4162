import JSONRPC
import StrictJSON
import Synchronization

/// A connection to a real service that can lose answers, be down, and run something while a call is under way.
final class FaultyConnection: Connection {
    private struct State {
        var losesAnswers = false
        var isDown = false
        var lostMethod: String?
        /// The number of calls that come before the one during which `action` runs.
        var countdown: Int?
        var action: @Sendable () async -> Void = {}
    }

    private let inner: any Connection
    private let state = Mutex(State())

    init(_ inner: any Connection) { self.inner = inner }

    /// While true, calls take effect and their answers are lost.
    var losesAnswers: Bool {
        get { state.withLock { $0.losesAnswers } }
        set { state.withLock { $0.losesAnswers = newValue } }
    }

    /// The method of which one call takes effect and its answer is lost; nil for none, and when it has been lost. The refusal of
    /// a request proof is not lost.
    var lostMethod: String? {
        get { state.withLock { $0.lostMethod } }
        set { state.withLock { $0.lostMethod = newValue } }
    }

    /// While true, no call reaches the service.
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Runs the action once, after a later call has taken effect and before its answer arrives.
    ///
    /// - Parameter countdown: the number of calls before that one; nil to forget an action that has not run.
    func during(_ countdown: Int?, _ action: @escaping @Sendable () async -> Void) {
        state.withLock { ($0.countdown, $0.action) = (countdown, action) }
    }

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        if isDown { throw ConnectionError("nobody is there", mayHaveBeenSent: false) }
        let reply = try await inner.send(body, headers: headers)
        let action = state.withLock { state -> (@Sendable () async -> Void)? in
            guard let countdown = state.countdown else { return nil }
            state.countdown = countdown > 0 ? countdown - 1 : nil
            return countdown == 0 ? state.action : nil
        }
        await action?()
        if losesAnswers || losesAnswer(to: body, reply) {
            throw ConnectionError("the answer was lost", mayHaveBeenSent: true)
        }
        return reply
    }

    private func losesAnswer(to body: [UInt8], _ reply: ConnectionReply) -> Bool {
        let fault = (try? JSON(parsing: reply.body))?["error"]?["data"]?["fault"]?.string
        guard let method = (try? JSON(parsing: body))?["method"]?.string, fault != "proofRefused" else { return false }
        return state.withLock { state in
            guard state.lostMethod == method else { return false }
            state.lostMethod = nil
            return true
        }
    }
}
