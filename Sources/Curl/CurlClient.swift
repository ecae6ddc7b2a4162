import CCurl

/// An HTTP client over libcurl: one multi handle on a thread of its own, shared by any number of callers.
///
/// Connections are kept and reused; redirects are answers, not followed; proxies, netrc and cookies do not exist; a
/// request leaves at most once (libcurl's own silent repetition is off), so repeating is the caller's decision.
/// Time limits are libcurl's. The thread ends with ``close()`` or with the last reference.
public final class CurlClient: Sendable {
    private let inbox: Inbox
    private let connections = Connections()

    /// Starts the thread. Throws ``CurlFault/Reason/transport(_:)`` when the system has no memory or thread for it.
    public init(_ settings: CurlSettings = CurlSettings()) throws(CurlFault) {
        guard libraryIsReady,
            let inbox = Inbox(
                perHost: max(1, settings.connectionsPerHost), inAll: max(1, settings.connectionsInAll),
                capacity: max(1, settings.requestsAtOnce))
        else { throw CurlFault(.transport("libcurl cannot start")) }
        self.inbox = inbox
        let connections = connections
        let began = beginThread {
            var loop = Loop(inbox, settings, counting: connections)
            loop.run()
        }
        guard began else { throw CurlFault(.transport("no thread for libcurl")) }
    }

    deinit {
        inbox.stop()
    }

    /// Connections opened since the start, counted when the request that opened them ends.
    public var connectionsOpened: Int { connections.count }

    /// Sends a request and waits for its answer. Ends early, with ``CurlFault/Reason/cancelled``, with the task.
    public func send(_ request: CurlRequest) async throws(CurlFault) -> CurlResponse {
        try await run(Exchange(.request(request)))
    }

    /// Hands a mail to its relay.
    public func send(_ mail: CurlMail) async throws(CurlFault) -> CurlResponse {
        try await run(Exchange(.mail(mail)))
    }

    /// Ends what is under way with ``CurlFault/Reason/cancelled`` and refuses everything after.
    public func close() {
        inbox.stop()
    }

    private func run(_ exchange: Exchange) async throws(CurlFault) -> CurlResponse {
        if let flaw = exchange.errand.flaw { throw CurlFault(.unsendable(flaw)) }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let refusal = inbox.start(exchange, continuation) {
                    continuation.resume(returning: .failure(CurlFault(refusal)))
                }
            }
        } onCancel: {
            inbox.cancel(exchange)
        }
        return try outcome.get()
    }
}

/// Set up once a process; libcurl 7.84 and later does this safely from any thread.
private let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
