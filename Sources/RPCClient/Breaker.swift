public import Primitives

/// A circuit breaker: it stops calls to a peer that does not answer, and admits one trial call after a pause.
///
/// It is a pure value; outcomes and times are passed in. It opens after `limit` failures in a row. When `pause` is over
/// it admits one trial call, whose outcome closes it or begins another pause. If that outcome is never reported, the
/// breaker admits another trial call after another pause.
public struct Breaker: Sendable, Hashable {
    /// The failures in a row that open it.
    public static let limit = 5
    /// The time that it stays open before it admits one trial call, unless another is given.
    public static let pause = Duration.seconds(1)

    private let pause: Duration
    private var failures = 0
    private var openUntil: SteadyInstant?

    public init(pause: Duration = Self.pause) { self.pause = pause }

    /// True until a success has been reported since it opened.
    public var isOpen: Bool { openUntil != nil }

    /// True if a call may be made now. While the breaker is open, `true` uses up the one trial call.
    public mutating func admits(at now: SteadyInstant) -> Bool {
        guard let until = openUntil else { return true }
        guard now >= until else { return false }
        openUntil = now + pause
        return true
    }

    /// Reports that the peer has proved itself in a handshake. Calls are admitted again, and because none has been
    /// answered yet, one more failure opens the breaker again if the failures before had opened it.
    public mutating func acceptedHandshake() {
        failures = min(failures, Self.limit - 1)
        openUntil = nil
    }

    /// Reports that the peer answered; a refusal is an answer, too.
    public mutating func succeeded() {
        failures = 0
        openUntil = nil
    }

    /// Opens the breaker for a reason that no single call shows.
    public mutating func open(at now: SteadyInstant) {
        failures = Self.limit
        openUntil = now + pause
    }

    /// Reports that no answer came.
    public mutating func failed(at now: SteadyInstant) {
        failures = min(failures + 1, Self.limit)
        if failures >= Self.limit { openUntil = now + pause }
    }
}
