import Foundation
import Synchronization

/// Writes log lines to standard error from a thread of its own, so that no request waits for a terminal or a pipe.
///
/// The buffer is bounded: past it lines are dropped and the count of them is written instead.
public final class LineWriter: Sendable {
    /// Where every line of the process goes.
    public static let standardError = LineWriter()

    private struct Waiting {
        var lines: [UInt8] = []
        var dropped = 0
        var isAsleep = false
    }

    private static let bound = 4 << 20
    private let waiting = Mutex(Waiting())
    private let wake = DispatchSemaphore(value: 0)

    private init() {
        let thread = Thread { [self] in while true { drain() } }
        thread.name = "log"
        thread.start()
    }

    /// Adds a line; never blocks for longer than another thread's copy.
    public func write(_ line: some Collection<UInt8>) {
        let mustWake = waiting.withLock { waiting in
            guard waiting.lines.count < Self.bound else {
                waiting.dropped += 1
                return false
            }
            waiting.lines.append(contentsOf: line)
            waiting.lines.append(10)
            defer { waiting.isAsleep = false }
            return waiting.isAsleep
        }
        if mustWake { wake.signal() }
    }

    /// Writes what is waiting from the calling thread; for the last words of a process.
    public func flush() { put(take(sleeping: false)) }

    private func drain() {
        let lines = take(sleeping: true)
        guard !lines.isEmpty else { return wake.wait() }
        put(lines)
    }

    private func take(sleeping: Bool) -> [UInt8] {
        waiting.withLock { waiting in
            var lines: [UInt8] = []
            swap(&lines, &waiting.lines)
            if waiting.dropped > 0 {
                lines.append(contentsOf: "\(waiting.dropped) log lines were dropped: the log could not keep up\n".utf8)
                waiting.dropped = 0
            }
            if lines.isEmpty, sleeping { waiting.isAsleep = true }
            return lines
        }
    }

    private func put(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
