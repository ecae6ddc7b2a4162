import Primitives
import Support

@testable import AuthService

extension WakeSignal {
    /// Performs an action and returns when the action has given a signal. Signals that were given before do not count.
    ///
    /// - Throws: ``ConditionMissing`` if the action gives no signal within a minute.
    func waitForSignal(of action: () async throws -> Void) async throws {
        let begun = [Latch(), Latch(), Latch()], ended = [Latch(), Latch(), Latch()]
        let loop = Task {
            var turn = 0
            await onEachSignal(orEvery: .days(1)) {
                guard turn < begun.count else { return }
                begun[turn].open()
                await ended[turn].wait()
                turn += 1
            }
        }
        defer {
            for latch in ended { latch.open() }
            loop.cancel()
        }
        // The second turn takes every signal that was given before it, so a third turn begins only after another one.
        await begun[0].wait()
        signal()
        ended[0].open()
        await begun[1].wait()
        try await action()
        ended[1].open()
        try await waitUntil { begun[2].isOpen }
    }
}
