import NIOCore
import Synchronization

/// Counts open connections, in all and by caller, and knows them all when the server is drained.
final class ConnectionLedger: Sendable {
    /// What becomes of a new connection.
    enum Admission {
        case welcome
        /// It is told why not, and closed.
        case refused(Refusal)
        /// There are so many refused ones that it is closed without a word.
        case dropped
    }

    private struct Book {
        var open: [ObjectIdentifier: any Channel] = [:]
        var byPeer: [AddressBits: Int] = [:]
        var isDraining = false
        var onEmpty: [CheckedContinuation<Void, Never>] = []
    }

    private let limits: ServerLimits
    private let book = Mutex(Book())
    /// Refused connections may linger this many above the limit.
    private static let refusedAtOnce = 256

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Enters a connection; whatever comes of it, it must be taken out with `leave` when it is closed.
    ///
    /// - Parameter peer: whose allowance it uses; nil for a trusted proxy or a Unix socket.
    func enter(_ channel: any Channel, peer: AddressBits?) -> Admission {
        book.withLock { book in
            book.open[ObjectIdentifier(channel)] = channel
            var mine = 0
            if let peer {
                mine = book.byPeer[peer, default: 0] + 1
                book.byPeer[peer] = mine
            }
            if book.open.count > limits.connections + Self.refusedAtOnce { return .dropped }
            if book.isDraining { return .refused(.draining) }
            if book.open.count > limits.connections { return .refused(.shedding) }
            guard let peer else { return .welcome }
            let allowance = peer.isLoopback ? limits.connectionsPerLoopback : limits.connectionsPerPeer
            return mine > allowance ? .refused(.tooManyConnections) : .welcome
        }
    }

    func leave(_ channel: any Channel, peer: AddressBits?) {
        let waiting = book.withLock { book -> [CheckedContinuation<Void, Never>] in
            guard book.open.removeValue(forKey: ObjectIdentifier(channel)) != nil else { return [] }
            if let peer, let count = book.byPeer[peer] { book.byPeer[peer] = count > 1 ? count - 1 : nil }
            guard book.open.isEmpty else { return [] }
            defer { book.onEmpty = [] }
            return book.onEmpty
        }
        waiting.forEach { $0.resume() }
    }

    /// From now on new connections are refused; gives those that are open.
    func beginDraining() -> [any Channel] {
        book.withLock { book in
            book.isDraining = true
            return Array(book.open.values)
        }
    }

    var open: [any Channel] { book.withLock { Array($0.open.values) } }

    /// Returns when no connection is open.
    func empty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = book.withLock { book in
                if !book.open.isEmpty { book.onEmpty.append(continuation) }
                return book.open.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }
}
