import JSONRPC
import NIOCore
import Synchronization

/// The place of the call a connection is asking for just now.
final class ConversationPlace: InFlightSlot {
    private let conversation: NIOLoopBound<Conversation>

    init(_ conversation: NIOLoopBound<Conversation>) { self.conversation = conversation }

    func suspend(_ wake: @escaping @Sendable () -> Void) { conversation.onLoop { $0.leave(wake) } }

    func reclaim() { conversation.onLoop { $0.comeBack() } }
}

extension Conversation {
    /// The call waits for something to happen, and is told if its caller goes.
    fileprivate func leave(_ wake: @escaping @Sendable () -> Void) {
        guard phase == .answering, !endsAfterAnswer else { return wake() }
        self.wake = wake
        uncount()
    }

    fileprivate func comeBack() {
        wake = nil
        count()
    }

    /// Notes, when a handler has returned to the loop, whether its answer is still to come.
    func noteSuspension() {
        guard phase == .answering else { return }
        hasSuspended = true
        count()
    }

    /// Counts a call that has suspended, unless it waits.
    private func count() {
        guard hasSuspended, wake == nil, !isCounted else { return }
        isCounted = true
        house.inFlight.add(1, ordering: .relaxed)
    }

    func uncount() {
        guard isCounted else { return }
        isCounted = false
        house.inFlight.subtract(1, ordering: .relaxed)
    }

    /// Nobody will hear the answer, or ask for another one: what waits is woken.
    func wakeWaiting() {
        wake?()
        wake = nil
    }
}
