import Metrics

/// What a service reports about its audit log.
struct AuditMetrics: Sendable {
    private let rows = Gauge(label: "audit_rows_chained")
    private let contradictedEnds = Gauge(label: "audit_end_contradicted")
    private let unchainedSeconds = Gauge(label: "audit_unchained_seconds")
    private let stoppedRetention = Gauge(label: "audit_retention_stopped")

    /// Reports that nothing is wrong, so that alerts find the metrics before the first verification.
    init() {
        reportEnd(isContradicted: false)
        reportRetention(isStopped: false)
        reportUnchained(for: .zero)
    }

    /// Reports the number of the last row that is chained.
    func reportRows(_ number: Int64) { rows.record(number) }

    /// Reports for how long the oldest row without a number waits; zero if there is none.
    func reportUnchained(for age: Duration) { unchainedSeconds.record(max(0, age / .seconds(1))) }

    /// Reports whether the log fails to continue the end that was recorded outside the database.
    func reportEnd(isContradicted: Bool) { contradictedEnds.record(isContradicted ? 1 : 0) }

    /// Reports whether rows whose time has passed are kept because they were tampered with.
    func reportRetention(isStopped: Bool) { stoppedRetention.record(isStopped ? 1 : 0) }
}
