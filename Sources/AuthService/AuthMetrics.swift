import Metrics
import Synchronization

/// What is counted beside the calls themselves.
public final class AuthMetrics: Sendable {
    private let evaluations = Atomic(0)
    private let evaluationCounter = Counter(label: "otp_evaluations_total")
    private let reuseCounter = Counter(label: "refresh_reuse_total")
    private let messageCounter = Counter(label: "messages_total")

    init() {}

    /// How many one-time codes were compared since the start: what races of guesses are judged by.
    public var codeEvaluations: Int { evaluations.load(ordering: .relaxed) }

    func evaluatedCode() {
        evaluations.add(1, ordering: .relaxed)
        evaluationCounter.increment()
    }

    func sawReuse() { reuseCounter.increment() }

    func handedOverMessage() { messageCounter.increment() }
}
