import Glibc
import RPCServer
import StrictJSON

/// What a running service reports about itself to `doctor`, at `GET /findings` of its administration socket.
struct ServiceFindings: Sendable {
    static let path = "/findings"
    /// The number of open files below which connections may be refused.
    static let fewOpenFiles: UInt64 = 1_024

    let database: DatabaseFindings
    let readiness: Readiness
    /// Returns what is wrong with the key files, one line each.
    let keyFileProblems: @Sendable () async throws -> [String]
    /// The number of requests that were refused because the proxy did not name the client.
    let requestsWithoutClientAddress: @Sendable () -> Int
    /// True if the last SIGHUP found a wrong file.
    let lastReloadFailed: @Sendable () -> Bool

    func all() async -> [Finding] {
        let problems = await readiness.problems()
        var found = problems.map { Finding(.service, .fault, "the service is not ready: \($0)") }
        if problems.isEmpty { found.append(Finding(.service, .ok, "the service runs and is ready")) }
        found += await database.all()
        do {
            found += Self.keyFiles(try await keyFileProblems())
        } catch {
            found.append(Finding(.keyCanary, .warning, "the key files were not compared with the database: \(error)"))
        }
        let unnamed = requestsWithoutClientAddress()
        found.append(
            unnamed == 0
                ? Finding(.clientAddress, .ok, "no request came from the proxy without its client's address")
                : Finding(
                    .clientAddress, .fault,
                    "the proxy sent \(unnamed) requests without the client's address: make it set X-Forwarded-For"))
        found.append(Self.openFiles(Self.openFileLimit()))
        if lastReloadFailed() {
            found.append(
                Finding(
                    .reload, .warning, "the last SIGHUP found a wrong file: correct it (the log names it) and repeat"))
        }
        return found
    }

    /// The endpoint of the administration socket.
    var endpoint: PlainEndpoint {
        PlainEndpoint(.get, Self.path) { _ in .json(JSON.array(await all().map(\.json)).encoded()) }
    }

    static func keyFiles(_ problems: [String]) -> [Finding] {
        problems.isEmpty
            ? [Finding(.keyCanary, .ok, "the key files are those that the database was written with")]
            : problems.map { Finding(.keyCanary, .fault, $0) }
    }

    static func openFiles(_ limit: UInt64) -> Finding {
        limit >= fewOpenFiles
            ? Finding(.openFiles, .ok, "the service may open \(limit) files")
            : Finding(
                .openFiles, .warning,
                "the service may open only \(limit) files, and each connection is one: raise LimitNOFILE or ulimit -n")
    }

    private static func openFileLimit() -> UInt64 {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return UInt64(limit.rlim_cur)
    }
}
