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
                ? "sending is stopped for an hour for the addresses whose codes go unused: fewer than 100 of the last 1000 codes were used"
                : "sending to a number prefix is stopped for an hour for the addresses whose codes go unused: fewer than 10 of its last 100 codes were used",
            metadata: stop.isGeneral ? [:] : ["prefix": "\(stop.prefix)"])
    }
}
