import Dispatch
import Foundation
import Synchronization

/// Writes log lines to standard error from a thread of its own, so that no request waits for a terminal or a pipe.
///
/// The thread sleeps a moment after the first line and then writes all that has come: a line is up to `pace` late, and
/// a busy service pays for a few hundred writes a second, not for one with each call. The buffer is bounded: past it
/// lines are dropped, and the count of them is written instead.
public final class LineWriter: Sendable {
    /// Where every line of the process goes.
    public static let standardError = LineWriter(to: 2)

    private struct Waiting {
        var lines: [UInt8] = []
        var dropped = 0
        var isAsleep = true
    }

    private let file: Int32
    private let bound: Int
    private let pace: Duration
    private let waiting = Mutex(Waiting())
    /// Held by whoever writes, so that lines keep their order and the last words are not overtaken by the end.
    private let turn = Mutex(())
    private let wake = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - file: the descriptor; it stays open.
    ///   - bound: how many bytes may wait.
    ///   - pace: how long lines are collected.
    init(to file: Int32, bound: Int = 4 << 20, pace: Duration = .milliseconds(5)) {
        self.file = file
        self.bound = bound
        self.pace = pace
        let thread = Thread { [self] in
            while true {
                wake.wait()
                usleep(useconds_t(pace / .microseconds(1)))
                flush()
            }
        }
        thread.name = "log"
        thread.start()
    }

    /// Adds a line; never blocks for longer than another thread's copy.
    public func write(_ line: some Collection<UInt8>) { write { $0.append(contentsOf: line) } }

    /// Adds a line that is put together in place.
    ///
    /// - Parameter append: appends the line, without its end, to what is there; other threads' lines wait meanwhile.
    func write(_ append: (inout [UInt8]) -> Void) {
        let mustWake = waiting.withLock { waiting in
            guard waiting.lines.count < bound else {
                waiting.dropped += 1
                return false
            }
            append(&waiting.lines)
            waiting.lines.append(10)
            defer { waiting.isAsleep = false }
            return waiting.isAsleep
        }
        if mustWake { wake.signal() }
    }

    /// Writes what is waiting from the calling thread; for the last words of a process.
    public func flush() { turn.withLock { _ in put(take()) } }

    private func take() -> [UInt8] {
        var lines: [UInt8] = []
        let dropped = waiting.withLock { waiting in
            swap(&lines, &waiting.lines)
            waiting.isAsleep = true
            defer { waiting.dropped = 0 }
            return waiting.dropped
        }
        if dropped > 0 { lines += "\(dropped) log lines were dropped: the log could not keep up\n".utf8 }
        return lines
    }

    private func put(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
