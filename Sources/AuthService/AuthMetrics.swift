import Metrics
import Synchronization

/// The service's own counters. Calls are counted by the RPC server.
public final class AuthMetrics: Sendable {
    private let comparisons = Atomic(0)
    private let comparisonCounter = Counter(label: "otp_evaluations_total")
    private let reuses = Atomic(0)
    private let reuseCounter = Counter(label: "refresh_reuse_total")
    private let messages = Atomic(0)
    private let messageCounter = Counter(label: "messages_total")

    private let unreadablePurges = Atomic(0)
    private let unreadablePurgeCounter = Counter(label: "outbox_unreadable_purges_total")

    init() {}

    /// The number of one-time codes compared since the start.
    public var codeComparisons: Int { comparisons.load(ordering: .relaxed) }

    func countCodeComparison() {
        comparisons.add(1, ordering: .relaxed)
        comparisonCounter.increment()
    }

    /// The number of sessions that a reused refresh token has ended since the start.
    public var refreshReuses: Int { reuses.load(ordering: .relaxed) }

    func countRefreshReuse() {
        reuses.add(1, ordering: .relaxed)
        reuseCounter.increment()
    }

    /// The number of attempts to send a purge that could not be decrypted, since the start. Any is an alarm: the vault
    /// of a deleted account is not erased.
    public var unreadablePurgeAttempts: Int { unreadablePurges.load(ordering: .relaxed) }

    func countUnreadablePurge() {
        unreadablePurges.add(1, ordering: .relaxed)
        unreadablePurgeCounter.increment()
    }

    /// The number of times a message was handed to the gateway since the start, repetitions included.
    public var messagesHandedOver: Int { messages.load(ordering: .relaxed) }

    func countMessage() {
        messages.add(1, ordering: .relaxed)
        messageCounter.increment()
    }
}
