import Glibc
import Synchronization

/// Another program, which inherits no file descriptors but its three standard streams.
///
/// With `popen` and Foundation's `Process` it would also inherit the listening sockets of other tests, which would then
/// stay open until the child ends.
public final class ChildProcess: Sendable {
    /// The destination of the output.
    public enum Output: Sendable {
        /// Standard output goes to ``rest()`` and ``line()``, standard error to that of this process.
        case kept
        /// Standard output and standard error go to ``rest()`` and ``line()``.
        case keptWithErrors
        /// Standard output and standard error go to those of this process.
        case inherited
    }

    /// The reason a program could not be started.
    public struct NotStarted: Error, CustomStringConvertible {
        public let description: String
    }

    fileprivate struct Ends {
        var input: Int32
        var output: Int32
        var status: Int32?
    }

    private let process: pid_t
    private let ends: Mutex<Ends>

    /// Starts the program with no signal blocked.
    ///
    /// - Parameters:
    ///   - words: the program, found on the `PATH`, and its arguments.
    ///   - inOwnSession: true to keep signals of the terminal, such as an interrupt, from the program.
    public init(_ words: [String], output: Output = .kept, inOwnSession: Bool = false) throws {
        var input: [Int32] = [0, 0], printed: [Int32] = [0, 0]
        guard pipe(&input) == 0, pipe(&printed) == 0 else {
            throw NotStarted(description: "no pipe: \(String(cString: strerror(errno)))")
        }
        defer {
            close(input[0])
            close(printed[1])
        }
        var streams = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&streams)
        defer { posix_spawn_file_actions_destroy(&streams) }
        posix_spawn_file_actions_adddup2(&streams, input[0], 0)
        if output != .inherited { posix_spawn_file_actions_adddup2(&streams, printed[1], 1) }
        if output == .keptWithErrors { posix_spawn_file_actions_adddup2(&streams, 1, 2) }
        guard closeFrom(&streams, 3) == 0 else {
            throw NotStarted(description: "the sockets of this process cannot be kept from the child")
        }
        var attributes = posix_spawnattr_t(), none = sigset_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        let flags = POSIX_SPAWN_SETSIGMASK | (inOwnSession ? setSession : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(&process, words[0], &streams, &attributes, &arguments, environ)
        self.process = process
        ends = Mutex(Ends(input: input[1], output: printed[0], status: code == 0 ? nil : 127))
        guard code == 0 else {
            throw NotStarted(description: "cannot run \(words[0]): \(String(cString: strerror(code)))")
        }
    }

    /// Kills the program if it is still running.
    deinit {
        kill()
        ends.withLock {
            close($0.input)
            close($0.output)
        }
    }

    /// Writes to the program's standard input.
    public func write(_ text: String) {
        let input = ends.withLock { $0.input }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the program's standard input.
    public func endInput() {
        ends.withLock {
            close($0.input)
            $0.input = -1
        }
    }

    /// Returns the next line of output, with its newline; the rest without one, possibly empty, if the program has
    /// ended.
    public func line() -> String {
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n"), let byte = receive(1).first { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns all output until the program ends.
    public func rest() -> String {
        var bytes: [UInt8] = []
        while case let part = receive(65_536), !part.isEmpty { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func receive(_ count: Int) -> [UInt8] {
        let output = ends.withLock { $0.output }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            repeat { size = read(output, buffer.baseAddress, count) } while size < 0 && errno == EINTR
            size = max(size, 0)
        }
    }

    /// Closes the program's input, waits until it ends and returns its status as a shell would.
    @discardableResult
    public func end() -> Int32 {
        endInput()
        return ends.withLock { $0.wait(process) }
    }

    /// Kills the program.
    public func kill() {
        ends.withLock { ends in
            guard ends.status == nil else { return }
            Glibc.kill(process, SIGKILL)
            _ = ends.wait(process)
        }
    }

    /// Runs a program to its end and returns its status and its output on both streams.
    public static func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let child = try ChildProcess(words, output: .keptWithErrors)
        child.endInput()
        let output = child.rest()
        return (child.end(), output)
    }
}

extension ChildProcess.Ends {
    fileprivate mutating func wait(_ process: pid_t) -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(process, &raw, 0) < 0 && errno == EINTR {}
        let signal = raw & 0x7f
        let ended = signal == 0 ? raw >> 8 & 0xff : 128 + signal
        status = ended
        return ended
    }
}

// glibc has these two since 2.34 and 2.26, but its headers declare them for GNU C only.
private let closeFrom: @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32 = {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return { _, _ in ENOSYS } }
    return unsafeBitCast(
        symbol, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
}()
private let setSession: Int32 = 0x80
