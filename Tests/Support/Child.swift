import Glibc
import Synchronization

/// Another program, given nothing of ours but its three streams.
///
/// `popen` and Foundation's `Process` also hand on whatever else happens to be open: the sockets of the servers of other
/// tests, which then stay open for as long as the child lives, however often we close ours.
public final class Child: Sendable {
    /// Where what it prints goes.
    public enum Output: Sendable {
        /// To ``rest()`` and ``line()``; complaints go where ours go.
        case kept
        /// To ``rest()`` and ``line()``, complaints with it.
        case keptWithComplaints
        /// Where ours goes.
        case ours
    }

    /// Why there is none.
    public struct NotStarted: Error, CustomStringConvertible {
        /// One sentence.
        public let description: String
    }

    fileprivate struct Ends {
        var input: Int32
        var output: Int32
        var status: Int32?
    }

    private let process: pid_t
    private let ends: Mutex<Ends>

    /// Starts it, with no signal blocked.
    ///
    /// - Parameters:
    ///   - words: the program, looked for on the `PATH`, and its arguments.
    ///   - inOwnSession: whether what the terminal sends us, an interrupt say, is kept from it.
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
        if output != .ours { posix_spawn_file_actions_adddup2(&streams, printed[1], 1) }
        if output == .keptWithComplaints { posix_spawn_file_actions_adddup2(&streams, 1, 2) }
        guard closeFrom(&streams, 3) == 0 else { throw NotStarted(description: "no way to keep our sockets ours") }
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

    /// Ends it at once, unless somebody has.
    deinit {
        kill()
        ends.withLock {
            close($0.input)
            close($0.output)
        }
    }

    /// Writes to its standard input.
    public func say(_ text: String) {
        let input = ends.withLock { $0.input }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Says that nothing more will be said.
    public func endInput() {
        ends.withLock {
            close($0.input)
            $0.input = -1
        }
    }

    /// The next line it prints, with its end; what there is of it when it ended before.
    public func line() -> String {
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n"), let byte = receive(1).first { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Everything it prints until it ends.
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

    /// Ends its input and waits for its end; gives its status, as a shell would.
    @discardableResult
    public func end() -> Int32 {
        endInput()
        return ends.withLock { $0.reaped(process) }
    }

    /// Ends it at once.
    public func kill() {
        ends.withLock { ends in
            guard ends.status == nil else { return }
            Glibc.kill(process, SIGKILL)
            _ = ends.reaped(process)
        }
    }

    /// Runs a program to its end; gives its status and what it printed on either stream.
    public static func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let child = try Child(words, output: .keptWithComplaints)
        child.endInput()
        let output = child.rest()
        return (child.end(), output)
    }
}

extension Child.Ends {
    fileprivate mutating func reaped(_ process: pid_t) -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(process, &raw, 0) < 0 && errno == EINTR {}
        let signal = raw & 0x7f
        let ended = signal == 0 ? raw >> 8 & 0xff : 128 + signal
        status = ended
        return ended
    }
}

// glibc has these two since 2.34 and 2.26; its headers show them to GNU C only.
private let closeFrom: @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32 = {
    guard let place = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return { _, _ in ENOSYS } }
    return unsafeBitCast(
        place, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
}()
private let setSession: Int32 = 0x80
