import Domain
import Metrics

/// The counters of the auth service. The router counts the calls themselves.
struct AuthMetrics: Sendable {
    private let codeComparisons = Counter(label: "otp_evaluations_total")
    private let pinVerifications = Counter(label: "pin_evaluations_total")
    private let secondFactorComparisons = Counter(label: "second_factor_evaluations_total")
    private let refreshReuses = Counter(label: "refresh_reuse_total")
    private let refreshRepeats = Counter(label: "refresh_repeats_total")
    private let supersededRefreshes = Counter(label: "refresh_superseded_total")
    private let messages = Counter(label: "messages_total")
    private let messagesNotAccepted = Counter(label: "messages_not_accepted_total")
    private let sendStops = Counter(label: "code_send_stops_total")
    private let rowsOfFormerKeys = [KeyKind.index, .seal].reduce(into: [:]) {
        $0[$1] = Gauge(label: "rows_of_former_keys", dimensions: [("kind", $1.rawValue)])
    }
    private let unreadablePurges = Counter(label: "outbox_unreadable_purges_total")

    /// Counts a comparison of a one-time code.
    func countCodeComparison() { codeComparisons.increment() }

    /// Counts a verification of a proof by PIN.
    func countPINVerification() { pinVerifications.increment() }

    /// Counts a comparison of a code of a second factor.
    func countSecondFactorComparison() { secondFactorComparisons.increment() }

    /// Counts a session that a reused refresh token has ended.
    func countRefreshReuse() { refreshReuses.increment() }

    /// Counts a stop of sending because too few codes were used. Any is an alarm.
    func countSendStop() { sendStops.increment() }

    /// Counts a refresh that repeats an earlier one and gets its successor again.
    func countRefreshRepeat() { refreshRepeats.increment() }

    /// Counts a refresh that is refused because a newer token is, or will be, on the device.
    func countSupersededRefresh() { supersededRefreshes.increment() }

    /// Counts an attempt to send a purge that could not be decrypted. Any is an alarm: the vault of a deleted account is
    /// not erased.
    func countUnreadablePurge() { unreadablePurges.increment() }

    /// Reports the number of rows that need another key of a kind than the active one.
    func reportRowsOfFormerKeys(_ count: Int, of kind: KeyKind) { rowsOfFormerKeys[kind]?.record(count) }

    /// Counts a message that is handed to the gateway. A message that is sent again counts again.
    func countMessage() { messages.increment() }

    /// Counts a message that the gateway did not take, or may not have taken.
    func countMessageNotAccepted() { messagesNotAccepted.increment() }
}
