import NIOCore
import Primitives
import Synchronization

/// The open connections of a server, counted in all and by client address (an IPv6 client's whole /64).
final class ConnectionRegistry: Sendable {
    /// The decision about a new connection.
    enum AcceptDecision: Equatable {
        case accepted
        /// Accepted while the server drains: the connection is for one request.
        case acceptedForOneRequest
        /// The connection gets this refusal and is closed.
        case refused(HTTPRefusal)
        /// The connection is closed without a response, because `refusedAtOnce` connections above the limit are open.
        case dropped
    }

    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var countByAddress: [IPAddress: Int] = [:]
        var isDraining = false
        var acceptedCount = 0
        var waitingUntilEmpty: [CheckedContinuation<Void, Never>] = []
    }

    private let limits: ServerLimits
    private let state = Mutex(State())
    /// The number of connections above the limit in all that may be open while their clients read the refusal.
    private static let refusedAtOnce = 256

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Adds a connection. It must be removed when it closes, also when it was not accepted.
    ///
    /// - Parameter address: the address whose limit applies; nil for a trusted proxy and for a Unix socket.
    func add(_ channel: any Channel, address: IPAddress?) -> AcceptDecision {
        state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = channel
            state.acceptedCount += 1
            var count = 0
            if let address {
                count = state.countByAddress[address, default: 0] + 1
                state.countByAddress[address] = count
            }
            if state.channels.count > limits.connections + Self.refusedAtOnce { return .dropped }
            if state.channels.count > limits.connections { return .refused(.overloaded) }
            if let address {
                let limit = address.isLoopback ? limits.connectionsPerLoopback : limits.connectionsPerPeer
                if count > limit { return .refused(.tooManyConnections) }
            }
            return state.isDraining ? .acceptedForOneRequest : .accepted
        }
    }

    func remove(_ channel: any Channel, address: IPAddress?) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.channels.removeValue(forKey: ObjectIdentifier(channel)) != nil else { return [] }
            if let address, let count = state.countByAddress[address] {
                state.countByAddress[address] = count > 1 ? count - 1 : nil
            }
            guard state.channels.isEmpty else { return [] }
            defer { state.waitingUntilEmpty = [] }
            return state.waitingUntilEmpty
        }
        waiting.forEach { $0.resume() }
    }

    /// Accepts each further connection for one request only. These are connections that the system had accepted before the
    /// server stopped listening.
    ///
    /// - Returns: the connections that are open.
    func beginDraining() -> [any Channel] {
        state.withLock { state in
            state.isDraining = true
            return Array(state.channels.values)
        }
    }

    /// The number of connections that were ever added.
    var acceptedCount: Int { state.withLock { $0.acceptedCount } }

    var openChannels: [any Channel] { state.withLock { Array($0.channels.values) } }

    /// Returns when no connection is open.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.channels.isEmpty { state.waitingUntilEmpty.append(continuation) }
                return state.channels.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }
}
