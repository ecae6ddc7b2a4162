import Glibc

/// A pipe that log lines are written to, and read from without blocking.
final class LogPipe {
    let input: Int32
    private let output: Int32

    init() {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        output = ends[0]
        input = ends[1]
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(input)
        close(output)
    }

    /// Returns everything written since the last call.
    func read() -> String {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(output, &part, part.count), count > 0 { bytes += part[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits up to 5 s until something is written.
    func wait() {
        var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        poll(&ready, 1, 5000)
    }
}
