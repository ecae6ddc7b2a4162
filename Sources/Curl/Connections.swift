import Synchronization

/// How many connections were opened so far; read from anywhere.
final class Connections: Sendable {
    private let opened = Atomic(0)

    var count: Int { opened.load(ordering: .relaxed) }

    func add(_ more: Int) {
        if more > 0 { opened.add(more, ordering: .relaxed) }
    }
}
