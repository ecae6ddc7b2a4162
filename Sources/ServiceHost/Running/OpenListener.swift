public import RPCServer
import ServiceLifecycle

/// A listener that has been opened, and the address it listens on.
public struct OpenListener: Sendable {
    /// The address with the port the system chose, if port 0 was asked for.
    public let address: ServerAddress
    /// True for the listener of health and metrics and for the administration socket, which close after the others.
    let closesLast: Bool
    let server: HTTPServer
}

/// Closes a group of listeners at shutdown, all at once, after the requests in flight are answered.
struct ListenerGroup: Service {
    let listeners: [OpenListener]

    func run() async throws {
        try? await gracefulShutdown()
        await withDiscardingTaskGroup { group in
            for listener in listeners { group.addTask { await listener.server.drain() } }
        }
    }
}
