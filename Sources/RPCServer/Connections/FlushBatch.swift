import NIOCore

/// The connections of one event loop that have written responses and not yet flushed them.
///
/// All are flushed at the end of the loop's turn. A flush wakes the process at the other end. If that process, such as
/// a proxy, is woken once and finds several responses, both sides do far less work than if each response wakes it.
final class FlushBatch {
    private let loop: any EventLoop
    private var connections: [HTTPConnectionHandler] = []

    init(_ loop: any EventLoop) { self.loop = loop }

    /// Flushes this connection at the end of the turn.
    func add(_ connection: HTTPConnectionHandler) {
        connections.append(connection)
        guard connections.count == 1 else { return }
        let batch = NIOLoopBound(self, eventLoop: loop)
        loop.execute { batch.value.flush() }
    }

    private func flush() {
        let written = connections
        connections.removeAll(keepingCapacity: true)
        for connection in written { connection.flushIfNeeded() }
    }
}
