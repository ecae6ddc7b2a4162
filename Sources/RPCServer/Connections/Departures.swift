import NIOCore

/// The answers one event loop has written and not yet sent.
///
/// They leave together at the end of the loop's turn. Sending wakes whoever waits at the other end; a caller, or the
/// proxy before us, that is woken once finds all of them, which costs both sides far less than being woken for each.
final class Departures {
    private let loop: any EventLoop
    private var waiting: [Conversation] = []

    /// For the loop it is made on.
    init(_ loop: any EventLoop) { self.loop = loop }

    /// Sends what this connection has written when the turn ends.
    func add(_ conversation: Conversation) {
        waiting.append(conversation)
        guard waiting.count == 1 else { return }
        let departures = NIOLoopBound(self, eventLoop: loop)
        loop.execute { departures.value.leave() }
    }

    private func leave() {
        let leaving = waiting
        waiting.removeAll(keepingCapacity: true)
        for conversation in leaving { conversation.send() }
    }
}
