import AuthStore
import Logging

extension Auth {
    /// Stops sending for an hour if too few of the last codes to all numbers were used. The stop of a single prefix is
    /// decided at each request for a code.
    public func stopAbusedSending() async throws {
        if let stop = try await store.stopAbusedSending(at: now) { report(stop) }
    }

    /// Counts a stop as an alarm and logs it.
    func report(_ stop: SendStop) {
        metrics.countSendStop()
        log.error(
            stop.isGeneral
                ? "sending is stopped for an hour for the addresses whose codes go unused: \(stop.reason)"
                : "sending to a number prefix is stopped for an hour for the addresses whose codes go unused: \(stop.reason)",
            metadata: stop.isGeneral ? [:] : ["prefix": "\(stop.prefix)"])
    }
}
