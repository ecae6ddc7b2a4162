public import JSONRPC
public import Logging
import Metrics
import Rehearsal
import Synchronization
public import TimeAndChance

/// What is written down of each answered call: a duration by method and fault, a log line, the ledger of faults.
public final class CallBook: Sendable {
    private struct Key: Hashable {
        let method: String
        let fault: String?
    }

    private let timers = Mutex<[Key: Metrics.Timer]>([:])
    private let log: Logger
    private let writesLines: Bool
    private let steady: SteadyClock

    /// - Parameter writesLines: whether each call gets a log line.
    public init(log: Logger, writesLines: Bool, steady: SteadyClock) {
        self.log = log
        self.writesLines = writesLines
        self.steady = steady
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
        guard writesLines else { return }
        let us = (record.ended &- record.began) / 1000
        LineWriter.standardError.write("call \(record.method) \(record.fault ?? "ok") \(us)us \(record.traceID)".utf8)
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
