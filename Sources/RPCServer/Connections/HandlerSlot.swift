import JSONRPC
import NIOCore

/// The slot, among the server's calls in flight, of the request a connection is handling.
final class HandlerSlot: CallPlace {
    private let connection: NIOLoopBound<HTTPConnectionHandler>

    init(_ connection: NIOLoopBound<HTTPConnectionHandler>) { self.connection = connection }

    func giveUp(_ wake: @escaping @Sendable () -> Void) { connection.onLoop { $0.suspendSlot(wake) } }

    func takeBack() { connection.onLoop { $0.reclaimSlot() } }
}
