import Glibc

/// Wakes one thread that waits for work. A signal sent before the thread waits is kept; several signals count as one.
///
/// The signal is a pipe, so that a thread can wait for it and for a socket in one call of `poll`.
public final class ThreadSignal: Sendable {
    /// The end of the pipe to poll for reading.
    public let descriptor: Int32
    private let writeDescriptor: Int32

    public init() throws(SystemCallFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemCallFailure("pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, writeDescriptor) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writeDescriptor)
    }

    /// Wakes the waiting thread, or keeps the next ``wait(atMost:)`` from waiting.
    public func send() {
        var byte: UInt8 = 1
        write(writeDescriptor, &byte, 1)  // fails only if the pipe is full, and a full pipe wakes the thread as well
    }

    /// Discards every signal sent so far.
    public func clear() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
        }
    }

    /// Blocks the thread until a signal is sent, at most for `limit` (nil means without a limit), and then discards
    /// every signal sent so far.
    public func wait(atMost limit: Duration? = nil) {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = limit.map { Int32(clamping: max(0, $0.ms)) } ?? -1
        while poll(&watched, 1, milliseconds) < 0, errno == EINTR {}
        clear()
    }
}
