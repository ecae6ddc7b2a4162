#if Postgres
import Glibc
import Postgres
import Support
import Synchronization

/// A private PostgreSQL server in memory. It is gone with the test process, however that one ends.
///
/// Made by `scripts/lib/cluster.sh`, whose standard input is ours: when we end, it reads the end of it and cleans up.
public final class TestCluster: Sendable {
    /// Why there is no server.
    public struct Missing: Error, CustomStringConvertible {
        /// What to do.
        public let description: String

        /// One sentence.
        public init(_ description: String) { self.description = description }
    }

    /// The folder that holds the data, the log and the socket; empty when the server is somebody else's.
    public let folder: String
    /// The address of its first database, for a superuser.
    public let url: String
    private let keeper: Keeper?

    /// The one all suites share that do not break it: what `LATCHKEY_TEST_POSTGRES` names, else ``local()``.
    public static func shared() throws -> TestCluster {
        guard let given = getenv("LATCHKEY_TEST_POSTGRES").map({ String(cString: $0) }), !given.isEmpty else {
            return try local()
        }
        return TestCluster(at: given)
    }

    /// One of our own, for suites that reach into its processes and its socket. Started once.
    public static func local() throws -> TestCluster { try once.get() }

    private static let once = Result { try TestCluster() }

    /// Starts one for a suite of its own, with further lines for its `postgresql.conf`.
    public convenience init(_ settings: String...) throws {
        try self.init { ["serve", $0] + settings }
    }

    /// Starts a standby of it.
    public func standby() throws -> TestCluster {
        try TestCluster { ["follow", self.folder, $0] }
    }

    /// Starts what the script makes; the words are given the file that will tell where it is.
    private init(_ words: (String) -> [String]) throws {
        let ready = "/tmp/latchkey-ready-\(getpid())-\(Self.made.add(1, ordering: .relaxed).newValue)"
        let keeper = try Keeper([Self.script] + words(ready))
        defer { unlink(ready) }
        folder = try Self.line(in: ready)
        url = "postgres://postgres@/postgres?host=\(folder)"
        self.keeper = keeper
    }

    private init(at url: String) {
        self.url = url
        folder = ""
        keeper = nil
    }

    /// Stops it: `fast`, or `immediate` as in a crash.
    public func stop(_ mode: String = "fast") { run("stop", mode) }

    /// Starts it again.
    public func start() { run("start") }

    /// Makes it, a standby, one that writes.
    public func promote() { run("promote") }

    /// The address of another database of it, for another user of it if one is named.
    public func url(of database: String, user: String? = nil) -> String {
        let parts = url.split(separator: "?", maxSplits: 1)
        let place = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        let host = user.map { "\($0)@" + (place[2].split(separator: "@").dropFirst().last ?? "") } ?? String(place[2])
        return "postgres://\(host)/\(database)" + (parts.count > 1 ? "?" + parts[1] : "")
    }

    /// A name no other database has, on this server or in another run on it.
    static func newName() -> String { "t\(getpid())_\(made.add(1, ordering: .relaxed).newValue)" }

    private func run(_ words: String...) {
        _ = try? Child([Self.script, words[0], folder] + words.dropFirst(), output: .ours).end()
    }

    /// Waits for a file and gives what is in it.
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
    /// `scripts/lib/cluster.sh` of the package this file is in.
    private static let script =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/scripts/lib/cluster.sh"
}

/// The process that keeps a cluster for as long as we hold its standard input.
private final class Keeper: Sendable {
    private let child: Child

    init(_ words: [String]) throws { child = try Child(words, output: .ours, inOwnSession: true) }

    deinit { child.end() }
}
#endif
