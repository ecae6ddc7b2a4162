import Dispatch
import SQL
import Support

@testable import ServiceHost

/// A service's database whose copies call a closure after each step, on the copying thread.
struct PausedCopies: ServiceDatabase {
    let base: any ServiceDatabase
    let pause: @Sendable () -> Void

    var database: any Database { base.database }
    var gauges: [(name: String, read: @Sendable () -> Int)] { base.gauges }

    func backup(
        to target: String, progress: @escaping @Sendable (_ copied: Int, _ total: Int) throws -> Void
    ) async throws -> Int {
        try await base.backup(to: target) { [pause] copied, total in
            pause()
            try progress(copied, total)
        }
    }

    func problem() async -> String? { await base.problem() }
    func truncateLog() async throws { try await base.truncateLog() }
    func migrate(_ migrations: [Migration]) async throws -> [Migration] { try await base.migrate(migrations) }
    func checkTimeline() async throws { try await base.checkTimeline() }
    func monitorTimeline() async { await base.monitorTimeline() }
    func close() async { await base.close() }
}

extension PausedCopies {
    /// Copies that open a latch after each step and wait there until the semaphore is signalled.
    init(base: any ServiceDatabase, hasBegun: Latch, mayGoOn: DispatchSemaphore) {
        self.init(base: base) {
            hasBegun.open()
            _ = mayGoOn.wait(timeout: .now() + 20)
        }
    }
}
