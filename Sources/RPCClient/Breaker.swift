public import Primitives

/// Stops asking a peer that does not answer, and tries one call after a pause.
///
/// A pure value: what happened and when is handed in. It opens after `limit` failures in a row; after `pause` one call
/// is let through, and its outcome closes it or begins another pause. A trial whose outcome is never told counts as
/// failed when its own pause is over.
public struct Breaker: Sendable, Hashable {
    /// Failures in a row that open it.
    public static let limit = 5
    /// How long it stays open before one call is tried.
    public static let pause = Duration.seconds(1)

    private var failures = 0
    private var openUntil: SteadyInstant?

    /// A breaker that lets calls through.
    public init() {}

    /// Whether a call may be made now. While it is open, a true claims the one trial.
    public mutating func admits(at now: SteadyInstant) -> Bool {
        guard let until = openUntil else { return true }
        guard now >= until else { return false }
        openUntil = now + Self.pause
        return true
    }

    /// An answer came, whatever it said.
    public mutating func answered() {
        failures = 0
        openUntil = nil
    }

    /// No answer came.
    public mutating func failed(at now: SteadyInstant) {
        failures = min(failures + 1, Self.limit)
        if failures >= Self.limit { openUntil = now + Self.pause }
    }
}
