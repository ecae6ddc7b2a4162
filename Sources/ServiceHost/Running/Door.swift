import Logging
public import RPCServer
public import ServiceLifecycle

/// One listening address as part of the service's life: opened at start, drained at the end.
public struct Door: Service {
    private let server: HTTPServer

    /// Wraps a server that has been opened.
    public init(_ server: HTTPServer) { self.server = server }

    /// From now on each answer ends its connection.
    func windDown() { server.windDown() }

    /// Waits for the end, then answers what is in flight and closes.
    public func run() async throws {
        try? await gracefulShutdown()
        await server.drain()
    }
}
