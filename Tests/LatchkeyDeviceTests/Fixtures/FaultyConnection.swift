import JSONRPC
import Synchronization

/// A connection to a real service that can lose answers, be down, and run something while a call is under way.
final class FaultyConnection: Connection {
    private struct State {
        var losesAnswers = false
        var isDown = false
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
        if losesAnswers { throw ConnectionError("the answer was lost", mayHaveBeenSent: true) }
        return reply
    }
}
