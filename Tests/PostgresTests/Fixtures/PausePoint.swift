#if Postgres
import Support

/// Pauses one transaction until a test resumes it, so that the test does not depend on timing.
final class PausePoint: Sendable {
    private let paused = Latch(), resumed = Latch()

    /// Called by the transaction. Blocks its thread until ``resume()`` is called.
    func pause() {
        paused.open()
        resumed.hold()
    }

    func waitUntilPaused() async { await paused.wait() }

    func resume() { resumed.open() }
}
#endif
