#if Postgres
import Glibc
import Postgres
import Support
import Synchronization

/// A PostgreSQL server for tests. One that this process starts is private, has its data in memory if there is room, and
/// is removed when this process ends, in whatever way.
///
/// `scripts/lib/cluster.sh` runs it, and removes it when the script's standard input, a pipe from this process, is
/// closed.
public final class TestCluster: Sendable {
    /// The reason a server or program is not available.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String

        public init(_ description: String) { self.description = description }
    }

    /// The folder with the data, the log and the socket; empty for a server that this process does not run.
    public let folder: String
    /// The URL of the database `postgres`, for a superuser.
    public let url: String
    private let process: ClusterProcess?

    /// The server shared by suites that do not disturb it: the one that `LATCHKEY_TEST_POSTGRES` names, or ``local()``.
    public static func shared() throws -> TestCluster {
        guard let given = getenv("LATCHKEY_TEST_POSTGRES").map({ String(cString: $0) }), !given.isEmpty else {
            return try local()
        }
        return TestCluster(at: given)
    }

    /// The server run by this process, for suites that use its processes or its socket. Started once.
    public static func local() throws -> TestCluster { try once.get() }

    private static let once = Result { try TestCluster() }

    /// Starts another server, with further lines for its `postgresql.conf`.
    public convenience init(_ settings: String...) throws {
        try self.init { ["serve", $0] + settings }
    }

    /// Starts another server as a standby of this one.
    public func standby() throws -> TestCluster {
        try TestCluster { ["follow", self.folder, $0] }
    }

    /// Runs the script. Its arguments contain the path of a file to which it writes the server's folder once it is
    /// ready.
    private init(_ words: (String) -> [String]) throws {
        let ready = "/tmp/latchkey-ready-\(getpid())-\(Self.made.add(1, ordering: .relaxed).newValue)"
        let process = try ClusterProcess([Self.script] + words(ready))
        defer { unlink(ready) }
        folder = try Self.line(in: ready)
        url = "postgres://postgres@/postgres?host=\(folder)"
        self.process = process
    }

    private init(at url: String) {
        self.url = url
        folder = ""
        process = nil
    }

    /// Stops the server. The mode is `fast`, or `immediate` as in a crash.
    public func stop(_ mode: String = "fast") { run("stop", mode) }

    /// Starts the stopped server.
    public func start() { run("start") }

    /// Makes this standby accept writes.
    public func promote() { run("promote") }

    /// The URL of a database on this server, for the superuser or another user.
    public func url(of database: String, user: String? = nil) -> String {
        let parts = url.split(separator: "?", maxSplits: 1)
        let fields = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        let host = user.map { "\($0)@" + (fields[2].split(separator: "@").dropFirst().last ?? "") } ?? String(fields[2])
        return "postgres://\(host)/\(database)" + (parts.count > 1 ? "?" + parts[1] : "")
    }

    /// A database name that no other test or run uses on this server.
    static func newName() -> String { "t\(getpid())_\(made.add(1, ordering: .relaxed).newValue)" }

    private func run(_ words: String...) {
        _ = try? ChildProcess([Self.script, words[0], folder] + words.dropFirst(), output: .inherited).end()
    }

    /// Waits until a file exists and returns its first line.
    private static func line(in path: String) throws -> String {
        for _ in 0..<600 {
            if let file = fopen(path, "r") {
                defer { fclose(file) }
                var bytes = [CChar](repeating: 0, count: 256)
                if fgets(&bytes, 256, file) != nil {
                    return String(decoding: bytes.prefix { $0 > 0x20 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                }
            }
            usleep(50_000)
        }
        throw Missing("no PostgreSQL server started within 30 s; is the package postgresql installed?")
    }

    private static let made = Atomic(0)
    /// The path of `scripts/lib/cluster.sh` in this package.
    private static let script =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/scripts/lib/cluster.sh"
}

/// The script's process, which removes the server when its standard input is closed.
private final class ClusterProcess: Sendable {
    private let child: ChildProcess

    init(_ words: [String]) throws { child = try ChildProcess(words, output: .inherited, inOwnSession: true) }

    deinit { child.end() }
}
#endif
