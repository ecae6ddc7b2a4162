package import Logging
package import Primitives
package import SQL
import Synchronization

/// Refuses the public listener's calls from the beginning of a generation until the deletions that the database may have
/// lost have been applied again, so that nobody sees an account that was deleted.
///
/// The time from which deletions have to be applied is a column of ``StoredTimeline``: a replay that was interrupted is
/// repeated at the next start, and every instance waits for it.
package final class DeletionReplay: Sendable {
    /// The time between a failed attempt and the next one.
    private static let pause = Duration.seconds(1)
    /// The time between two checks whether a replay is pending.
    private static let interval = Duration.milliseconds(100)

    /// The time from which deletions have to be applied again; nil if none have to be.
    private let pendingSince = Mutex<Instant?>(nil)
    private let log: Logger

    package init(log: Logger) { self.log = log }

    package var isPending: Bool { pendingSince.withLock { $0 != nil } }

    /// The reason why the service is not ready, or nil.
    var problem: String? {
        isPending ? "deletions since the last known state of the database are being applied again" : nil
    }

    /// Takes over the outcome of a check of the database, before the database is served.
    package func checked(_ outcome: LineageCheck.Outcome) {
        pendingSince.withLock { $0 = outcome.replaySince ?? $0 }
    }

    /// Applies pending deletions again, repeating failed attempts, until the task is cancelled. The first failure of a
    /// series is logged.
    package func run(on database: any Database, _ replay: @Sendable (Instant) async throws -> Void) async {
        var isFailing = false
        while !Task.isCancelled {
            var pause = Self.interval
            if let since = pendingSince.withLock({ $0 }) {
                do {
                    try await perform(since, on: database, replay)
                    isFailing = false
                } catch {
                    if !isFailing {
                        log.error(
                            "nothing is served before deletions have been applied again; it is tried every second",
                            metadata: ["error": "\(error)"])
                    }
                    isFailing = true
                    pause = Self.pause
                }
            }
            try? await Task.pause(for: pause)
        }
    }

    /// Applies the deletions since a time, and ends the refusals unless another generation has begun meanwhile.
    func perform(
        _ since: Instant, on database: any Database, _ replay: @Sendable (Instant) async throws -> Void
    ) async throws {
        try await replay(since)
        try await StoredTimeline.finishReplay(since: since, on: database)
        pendingSince.withLock { if $0 == since { $0 = nil } }
        log.notice("deletions have been applied again", metadata: ["since": "\(since)"])
    }
}
