import FaultInjection
public import JSONRPC
public import Logging
import Metrics
public import Primitives
import Synchronization

/// What is written down of each answered call: a duration by method and fault, a log line, the ledger of faults.
public final class CallBook: Sendable {
    private struct Key: Hashable {
        let method: String
        let fault: String?
    }

    private let timers = Mutex<[Key: Metrics.Timer]>([:])
    private let log: Logger
    private let form: LogForm?
    private let lines: LineWriter
    private let steady: SteadyClock
    private let wall: WallClock

    /// - Parameter form: how each call's line is written; nil writes none.
    public convenience init(log: Logger, form: LogForm?, steady: SteadyClock, wall: WallClock = .system) {
        self.init(log: log, form: form, lines: .standardError, steady: steady, wall: wall)
    }

    init(log: Logger, form: LogForm?, lines: LineWriter, steady: SteadyClock, wall: WallClock) {
        self.log = log
        self.form = form
        self.lines = lines
        self.steady = steady
        self.wall = wall
    }

    /// The observer to give to the router.
    public var observer: CallObserver {
        CallObserver(
            now: { [steady] in steady.now.nanoseconds },
            saw: { [self] in write($0) },
            failed: { [log] method, traceID, error in
                log.error(
                    "a call failed", metadata: ["method": "\(method)", "traceId": "\(traceID)", "error": "\(error)"])
            })
    }

    private func write(_ record: CallObserver.Record) {
        timer(record).recordNanoseconds(Int64(record.ended &- record.began))
        FaultLedger.note(record.method, fault: record.fault)
        guard let form else { return }
        let line = CallLine(record, at: wall.now.ms)
        lines.write { line.append(to: &$0, form) }
    }

    private func timer(_ record: CallObserver.Record) -> Metrics.Timer {
        let key = Key(method: record.method, fault: record.fault)
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
