import FaultInjection
import JSONRPC
import Logging
import Metrics
import Primitives
import Synchronization

/// Records each answered call: its duration by method and fault, a log line, and an entry in the fault ledger of tests.
final class CallMetrics: Sendable {
    private struct Key: Hashable {
        let method: String
        let fault: String?
    }

    private let timers = Mutex<[Key: Metrics.Timer]>([:])
    private let log: Logger
    private let format: LogFormat?
    private let lines: LineWriter
    private let steady: SteadyClock
    private let wall: WallClock

    /// - Parameter format: the format of the log lines of calls; nil writes none.
    init(
        log: Logger, format: LogFormat?, lines: LineWriter = .standardError, steady: SteadyClock,
        wall: WallClock = .system
    ) {
        self.log = log
        self.format = format
        self.lines = lines
        self.steady = steady
        self.wall = wall
    }

    /// The observer a router reports its calls to.
    var observer: CallObserver {
        CallObserver(
            now: { [steady] in steady.now.nanoseconds },
            answered: { [self] in record($0) },
            failed: { [log] method, traceID, error in
                log.error(
                    "a call failed", metadata: ["method": "\(method)", "traceId": "\(traceID)", "error": "\(error)"])
            })
    }

    private func record(_ call: CallObserver.Record) {
        timer(call).recordNanoseconds(Int64(call.ended &- call.began))
        FaultLedger.note(call.method, fault: call.fault)
        guard let format else { return }
        let line = CallLogLine(call, at: wall.now.ms)
        lines.write { line.append(to: &$0, format) }
    }

    private func timer(_ call: CallObserver.Record) -> Metrics.Timer {
        let key = Key(method: call.method, fault: call.fault)
        return timers.withLock { timers in
            if let timer = timers[key] { return timer }
            let timer = Metrics.Timer(
                label: "rpc_server_call_duration_seconds",
                dimensions: [("method", key.method), ("fault", key.fault ?? "")])
            timers[key] = timer
            return timer
        }
    }
}
