import Synchronization
import Testing

@testable import ServiceHost

/// ``ShutdownTests`` test that a shutdown cancels the loop.
@Suite struct BackgroundTaskTests {
    @Test func `a background task runs its loop and ends with it`() async throws {
        let rounds = Atomic(0)
        try await BackgroundTask {
            await Task.yield()
            rounds.add(1, ordering: .relaxed)
        }.run()
        #expect(rounds.load(ordering: .relaxed) == 1)
    }
}
