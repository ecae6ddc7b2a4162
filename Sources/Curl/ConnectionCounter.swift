import Synchronization

/// The number of connections a client has opened, readable from any thread.
final class ConnectionCounter: Sendable {
    private let opened = Atomic(0)

    var count: Int { opened.load(ordering: .relaxed) }

    func add(_ more: Int) {
        if more > 0 { opened.add(more, ordering: .relaxed) }
    }
}
