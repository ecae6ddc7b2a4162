import CCurl
import Primitives

/// An HTTP client on libcurl: one multi handle with a thread of its own, shared by any number of callers.
///
/// Connections are pooled. Redirects are returned, not followed; proxies, netrc files and cookies are never used. A
/// request is sent at most once (libcurl's own repetition is off), so that repeating is the caller's decision. The thread
/// ends with ``close()`` or with the last reference to the client.
public final class CurlClient: Sendable {
    private let queue: CommandQueue
    private let connections = ConnectionCounter()

    /// Starts the thread.
    ///
    /// - Throws: ``CurlFault/Reason/transport(_:)`` when libcurl cannot be initialised or the system has no thread
    ///   left.
    public init(_ settings: CurlSettings = CurlSettings()) throws(CurlFault) {
        guard libraryIsReady,
            let queue = CommandQueue(
                perHost: max(1, settings.connectionsPerHost), inAll: max(1, settings.connectionsInAll),
                capacity: max(1, settings.requestsAtOnce))
        else { throw CurlFault(.transport("libcurl cannot start")) }
        self.queue = queue
        let connections = connections
        do {
            try DedicatedThread.start {
                var loop = TransferLoop(queue, settings, counting: connections)
                loop.run()
            }
        } catch {
            throw CurlFault(.transport("the system has no thread left for libcurl"))
        }
    }

    deinit {
        queue.stop()
    }

    /// The connections opened so far; each is counted when the request that opened it ends.
    public var connectionsOpened: Int { connections.count }

    /// Sends a request and waits for its response. Cancelling the task ends it with ``CurlFault/Reason/cancelled``.
    public func send(_ request: CurlRequest) async throws(CurlFault) -> CurlResponse {
        if let reason = request.unsendableReason { throw CurlFault(.unsendable(reason)) }
        let exchange = Exchange(request)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let refusal = queue.start(exchange, continuation) {
                    continuation.resume(returning: .failure(CurlFault(refusal)))
                }
            }
        } onCancel: {
            queue.cancel(exchange)
        }
        return try outcome.get()
    }

    /// Ends all open requests with ``CurlFault/Reason/cancelled`` and refuses new ones.
    public func close() {
        queue.stop()
    }
}

/// libcurl's global state, initialised once; since libcurl 7.84 any thread may do so.
private let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
