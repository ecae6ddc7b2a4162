import Contracts
import Interchange
public import Primitives
import StrictJSON

/// The time-based code that an entry shows at one moment.
public struct CurrentCode: Sendable, Hashable {
    public let code: String
    /// Milliseconds until the next code.
    public let validForMs: Int64

    /// Nil for an entry without a time-based code: counter-based, of another kind than `otp`, damaged, or deleted.
    public init?(of entry: LocalEntry, at now: Instant) {
        guard let body = entry.body, let generator = TimeBasedCode(body: body) else { return nil }
        let period = Int64(generator.period) * 1000
        code = generator.code(at: now)
        validForMs = period - now.ms % period
    }
}
