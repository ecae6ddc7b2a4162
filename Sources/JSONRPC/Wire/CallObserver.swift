/// Receives every call that a router has answered, for metrics and the call log.
public struct CallObserver: Sendable {
    /// One answered call, or one body that was refused before a call was read from it.
    public struct Record: Sendable {
        /// The name of a method that is served at the listener, `rpc.discover`, or "unknown"; never a name that the
        /// caller made up. For a request of a plain endpoint it is the name of the endpoint, such as `/v1/head`.
        public let method: String
        /// The fault's name; nil after a success.
        public let fault: String?
        /// The steady clock in nanoseconds before and after the call.
        public let began: UInt64, ended: UInt64
        public let traceID: String
    }

    let now: @Sendable () -> UInt64
    let answered: @Sendable (Record) -> Void
    let failed: @Sendable (_ method: String, _ traceID: String, _ error: any Error) -> Void

    /// - Parameters:
    ///   - now: returns the steady clock in nanoseconds; called at most twice for each call.
    ///   - answered: called once for each record, before the reply is sent, on the thread that answers; must not block.
    ///   - failed: called with each error that is not a `Fault`; the caller is answered with `internal`.
    public init(
        now: @escaping @Sendable () -> UInt64, answered: @escaping @Sendable (Record) -> Void,
        failed: @escaping @Sendable (String, String, any Error) -> Void = { _, _, _ in }
    ) {
        self.now = now
        self.answered = answered
        self.failed = failed
    }

    /// Answers a request of a plain endpoint, and reports it like a call.
    ///
    /// - Parameters:
    ///   - name: the name of the endpoint.
    ///   - answer: returns the reply, and the name of the fault with which it refuses the request.
    public func observe<Reply>(
        _ name: String, traceID: String, _ answer: () async -> (reply: Reply, fault: String?)
    ) async -> Reply {
        let began = now()
        let (reply, fault) = await answer()
        answered(Record(method: name, fault: fault, began: began, ended: now(), traceID: traceID))
        return reply
    }

    /// An observer that ignores every call.
    public static let none = CallObserver(now: { 0 }, answered: { _ in })
}
