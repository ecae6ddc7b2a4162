#if Postgres
import Foundation
import PostgresSupport
import Support

/// A pgBouncer in transaction mode in front of a server, on a Unix socket. The shell around it ends it when the shell's
/// standard input is closed.
final class PgBouncer: Sendable {
    /// The folder of pgBouncer's socket.
    let folder: String
    private let child: ChildProcess

    init(inFrontOf cluster: TestCluster) throws {
        folder = scratchFolder()
        let settings = """
            [databases]
            * = host=\(cluster.folder) user=postgres
            [pgbouncer]
            pool_mode = transaction
            unix_socket_dir = \(folder)
            listen_addr =
            auth_type = any
            default_pool_size = 3
            max_client_conn = 100
            logfile = \(folder)/log
            """
        try settings.write(toFile: folder + "/ini", atomically: true, encoding: .utf8)
        chmod(folder, 0o777)
        let program = "/usr/sbin/pgbouncer"
        guard access(program, X_OK) == 0 else {
            throw TestCluster.Missing("\(program) is missing; install the package pgbouncer")
        }
        let user = getuid() == 0 ? "-u postgres" : ""
        let line = "\(program) -q \(user) \(folder)/ini </dev/null & cat >/dev/null; kill $!"
        child = try ChildProcess(["sh", "-c", line], output: .inherited, inOwnSession: true)
        for _ in 0..<1_500 where access(folder + "/.s.PGSQL.6432", F_OK) != 0 { usleep(20_000) }
    }

    /// Makes pgBouncer connect to another server from now on: the socket of that server takes the place of the first
    /// one's, which has stopped.
    func moveSockets(from stopped: TestCluster, to other: TestCluster) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: other.folder) where name.hasPrefix(".s.PGSQL") {
            guard !name.hasSuffix(".lock") else { continue }
            unlink("\(stopped.folder)/\(name)")
            guard symlink("\(other.folder)/\(name)", "\(stopped.folder)/\(name)") == 0 else {
                throw TestCluster.Missing("the socket \(name) cannot be linked")
            }
        }
    }

    deinit { child.end() }

    /// The URL of a database through pgBouncer.
    func url(of fresh: FreshDatabase) -> String {
        fresh.url.replacing(fresh.cluster.folder, with: folder) + "&port=6432"
    }
}
#endif
