import Metrics

/// The counters of the auth service. The router counts the calls themselves.
struct AuthMetrics: Sendable {
    private let codeComparisons = Counter(label: "otp_evaluations_total")
    private let refreshReuses = Counter(label: "refresh_reuse_total")
    private let messages = Counter(label: "messages_total")
    private let unreadablePurges = Counter(label: "outbox_unreadable_purges_total")

    /// Counts a comparison of a one-time code.
    func countCodeComparison() { codeComparisons.increment() }

    /// Counts a session that a reused refresh token has ended.
    func countRefreshReuse() { refreshReuses.increment() }

    /// Counts an attempt to send a purge that could not be decrypted. Any is an alarm: the vault of a deleted account is
    /// not erased.
    func countUnreadablePurge() { unreadablePurges.increment() }

    /// Counts a message that is handed to the gateway. A message that is sent again counts again.
    func countMessage() { messages.increment() }
}
