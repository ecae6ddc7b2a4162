import RPCServer

/// One listening address that has been opened.
public struct Door: Sendable {
    /// Whether it is for those who run the service, who watch it until the very end.
    let isForOperations: Bool
    private let server: HTTPServer

    init(_ server: HTTPServer, isForOperations: Bool) {
        self.server = server
        self.isForOperations = isForOperations
    }

    /// From now on each answer ends its connection.
    func windDown() { server.windDown() }

    /// Answers what is in flight and closes.
    func drain() async { await server.drain() }
}
