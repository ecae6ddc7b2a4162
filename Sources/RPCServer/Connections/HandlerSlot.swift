import JSONRPC
import NIOCore

/// The slot, among the server's calls in flight, of the request a connection is handling.
final class HandlerSlot: InFlightSlot {
    private let connection: NIOLoopBound<HTTPConnectionHandler>

    init(_ connection: NIOLoopBound<HTTPConnectionHandler>) { self.connection = connection }

    func suspend(_ wake: @escaping @Sendable () -> Void) { connection.onLoop { $0.suspendSlot(wake) } }

    func reclaim() { connection.onLoop { $0.reclaimSlot() } }
}
