import JSONRPC
package import Logging
package import Primitives
package import SQL
import Synchronization

/// Refuses the public listener's calls from the beginning of a generation until the deletions that the database may
/// have lost have been applied again, so that nobody sees an account that was deleted.
///
/// The time from which deletions have to be applied is a column of the row of ``StoredTimeline``: a replay that was
/// interrupted is repeated at the next start, and every instance waits for it.
package final class DeletionReplay: Sendable {
    /// The time between the first failed attempt and the next one, and the longest such time. It doubles with each
    /// attempt, so that two services that are started together do not wait long for each other.
    private static let (firstPause, longestPause) = (Duration.milliseconds(50), Duration.seconds(1))

    private enum Need: Equatable {
        /// Nothing has to be applied again.
        case none
        /// A generation has begun, and the row has not been read since.
        case unread
        case pending(PendingReplay)
    }

    private struct State {
        var need = Need.none
        /// The latest generation that is known to have begun.
        var generation: Int64 = 0
        /// The number of times that a check or the service has set ``need``. A step sets it at its end only if this number
        /// is the one at its beginning.
        var changes = 0
        /// The reason of the last failed attempt, as a sentence; nil after a success.
        var failure: String?
    }

    private let state = Mutex(State())
    private let log: Logger
    private let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    package init(log: Logger) { self.log = log }

    package var isPending: Bool { state.withLock { $0.need != .none } }

    /// The reason why the service is not ready, or nil.
    var problem: String? {
        state.withLock { state in
            guard state.need != .none else { return nil }
            let reason = "deletions since the last known state of the database are being applied again"
            return state.failure.map { "\(reason): \($0)" } ?? reason
        }
    }

    /// Takes over the outcome of a check of the database, before the database is served.
    package func checked(_ outcome: TimelineCheck.Outcome) {
        state.withLock { state in
            state.generation = max(state.generation, outcome.generation)
            guard let replay = outcome.replay else { return }
            state.need = .pending(replay)
            state.changes += 1
        }
        wake.yield()
    }

    /// Refuses calls until the row has been read, if the generation is later than those known before. The service
    /// reports a generation here that no check has begun: this instance found proof of a loss, or another instance did.
    package func generationHasBegun(_ number: Int64) {
        state.withLock { state in
            guard number > state.generation else { return }
            (state.generation, state.need) = (number, .unread)
            state.changes += 1
        }
        wake.yield()
    }

    /// Applies pending deletions again whenever there are some, repeating failed attempts, until the task is cancelled.
    /// The first failure of a series is logged, and the one that shows that the other service is of an earlier version.
    package func run(on database: any Database, _ replay: @Sendable (Instant) async throws -> Void) async {
        for await _ in wakes {
            var pause = Self.firstPause
            while !Task.isCancelled, isPending {
                do {
                    try await step(on: database, replay)
                } catch {
                    if Task.isCancelled { return }
                    logFailure(Self.reason(error))
                    try? await Task.pause(for: pause)
                    pause = min(pause * 2, Self.longestPause)
                }
            }
        }
    }

    /// Reads the row, or applies the deletions that it asks for and ends the refusals. If another generation has begun
    /// meanwhile, the row has to be read again.
    func step(on database: any Database, _ replay: @Sendable (Instant) async throws -> Void) async throws {
        let before = state.withLock { $0 }
        let need: Need
        switch before.need {
        case .none: return
        case .unread: need = try await PendingReplay.read(on: database).map { .pending($0) } ?? .none
        case .pending(let pending):
            try await replay(pending.since)
            need = try await pending.finish(on: database) ? .none : .unread
            if need == .none {
                log.notice("deletions have been applied again", metadata: ["since": "\(pending.since)"])
            }
        }
        state.withLock { state in
            state.failure = nil
            if state.changes == before.changes { state.need = need }
        }
    }

    private func logFailure(_ reason: String) {
        let isNew = state.withLock { state in
            defer { state.failure = reason }
            return state.failure == nil || (state.failure == Self.earlierVersion) != (reason == Self.earlierVersion)
        }
        guard isNew else { return }
        log.error(
            "nothing is served before deletions have been applied again; it is tried again at least every second",
            metadata: ["reason": "\(reason)"])
    }

    /// The reason for which repetitions do not help: a peer of the previous version does not list deletions.
    private static let earlierVersion = """
        the other service is of an earlier version, which cannot list deletions: upgrade it
        """

    private static func reason(_ error: any Error) -> String {
        switch error as? CallFailure {
        case .refused(let fault) where fault.isKind(.methodNotFound): earlierVersion
        case .refused(let fault): "the other service refused: \(fault.message)"
        case .unreachable(let failure): "the other service does not answer: \(failure.reason)"
        case .unreadable(_, let reason): "the other service's answer cannot be read: \(reason)"
        case nil: "\(error)"
        }
    }
}
