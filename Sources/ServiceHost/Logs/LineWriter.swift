import Dispatch
import Glibc
import Primitives
import Synchronization

/// Writes log lines to standard error on a thread of its own, so that no request waits for a terminal or a pipe.
///
/// The thread wakes at the first line, waits for `delay`, and writes everything collected by then. A line is therefore
/// late by at most `delay`, and a busy service makes a few hundred system calls a second instead of one per call. The
/// buffer is bounded: lines past the bound are dropped, and their number is written instead.
final class LineWriter: Sendable {
    /// The writer all log lines of the process go to.
    static let standardError = LineWriter(to: 2)

    private struct Buffer {
        var lines: [UInt8] = []
        var dropped = 0
        /// True while no line has been added since the thread last took the lines: the next line has to wake the
        /// thread.
        var needsWakeSignal = true
    }

    private let file: Int32
    private let bound: Int
    private let delay: Duration
    private let buffer = Mutex(Buffer())
    /// Held while bytes are written, so that lines keep their order.
    private let writing = Mutex(())
    private let wake = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - file: the file descriptor, which is never closed.
    ///   - bound: the size of the buffer, in bytes.
    ///   - delay: the time for which lines are collected before they are written.
    init(to file: Int32, bound: Int = 4 << 20, delay: Duration = .milliseconds(5)) {
        self.file = file
        self.bound = bound
        self.delay = delay
        do {
            try DedicatedThread.start { [self] in
                while true {
                    wake.wait()
                    usleep(useconds_t(delay / .microseconds(1)))
                    flush()
                }
            }
        } catch {
            // The system has no thread left, so the service could not run either.
            abort()
        }
    }

    /// Adds a line.
    func write(_ line: some Collection<UInt8>) { write { $0.append(contentsOf: line) } }

    /// Adds a line that `append` appends to the buffer, without its line break. Other threads that write a line wait
    /// meanwhile.
    func write(_ append: (inout [UInt8]) -> Void) {
        let mustWake = buffer.withLock { buffer in
            guard buffer.lines.count < bound else {
                buffer.dropped += 1
                return false
            }
            append(&buffer.lines)
            buffer.lines.append(10)
            defer { buffer.needsWakeSignal = false }
            return buffer.needsWakeSignal
        }
        if mustWake { wake.signal() }
    }

    /// Writes the collected lines on the calling thread: on the writer's own, and at the end of the process on another.
    func flush() { writing.withLock { _ in put(take()) } }

    private func take() -> [UInt8] {
        var lines: [UInt8] = []
        let dropped = buffer.withLock { buffer in
            swap(&lines, &buffer.lines)
            buffer.needsWakeSignal = true
            defer { buffer.dropped = 0 }
            return buffer.dropped
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
