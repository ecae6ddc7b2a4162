#if Postgres
import Support

/// Pauses one transaction until a test resumes it, so that the test does not depend on timing.
final class PausePoint: Sendable {
    private let isPaused = Latch(), isResumed = Latch()

    /// Called by the transaction. Blocks its thread until ``resume()``.
    func pause() {
        isPaused.open()
        isResumed.hold()
    }

    func waitUntilPaused() async { await isPaused.wait() }

    func resume() { isResumed.open() }
}
#endif
