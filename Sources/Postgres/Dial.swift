#if Postgres
import CPostgres
import Glibc
import Primitives
import SQL
import Synchronization

/// Why no server lets us in.
struct DialFailure: Error {
    /// What callers are told.
    let fault: SQLFault
    /// Whether another attempt will fail too until somebody changes something.
    let isLasting: Bool
}

/// Makes connections: tries the hosts in turn, beginning with the one that answered last, each for a bounded time.
///
/// Only looking up a host's name is out of our hands (`getaddrinfo` waits as long as the resolver does); it holds this
/// thread, and the callers in line are told in time all the same.
final class Dial: Sendable {
    private let target: ConnectionTarget
    private let settings: PostgresSettings
    private let clock: SteadyClock
    private let lastGood = Atomic(0)
    private let onConnect: @Sendable (DatabaseTimeline) throws(SQLFault) -> Void

    /// A way to the servers of these settings.
    /// - Parameter onConnect: told of each new connection which history its server is on; what it throws closes the
    ///   connection and is what callers are told.
    init(
        _ settings: PostgresSettings, clock: SteadyClock,
        onConnect: @escaping @Sendable (DatabaseTimeline) throws(SQLFault) -> Void
    ) throws(SQLFault) {
        target = try ConnectionTarget(settings)
        self.settings = settings
        self.clock = clock
        self.onConnect = onConnect
    }

    /// Connects to the first host that lets us write.
    /// - Parameter onlyReads: whether the connection is for reads that share it, which then refuse to change anything.
    func connect(onlyReads: Bool) throws(DialFailure) -> Link {
        let count = target.hosts.count, first = lastGood.load(ordering: .relaxed)
        var failures: [DialFailure] = []
        for index in (first..<first + count).map({ $0 % count }) {
            do throws(DialFailure) {
                let link = try connect(to: target.hosts[index])
                try prepare(link, onlyReads: onlyReads)
                lastGood.store(index, ordering: .relaxed)
                return link
            } catch {
                failures.append(error)
            }
        }
        if failures.count == 1 { throw failures[0] }
        let reasons = failures.map { failure in
            if case .unavailable(let reason) = failure.fault { reason } else { failure.fault.description }
        }
        throw DialFailure(
            fault: .unavailable(reasons.joined(separator: "; ")), isLasting: failures.allSatisfy(\.isLasting))
    }

    private func connect(to host: [ConnectionTarget.Word]) throws(DialFailure) -> Link {
        var words = host
        do throws(SQLFault) {
            if let password = try target.password() { words.append(("password", password)) }
        } catch {
            throw DialFailure(fault: error, isLasting: true)
        }
        guard let handle = Self.start(words) else {
            throw DialFailure(fault: .unavailable("libpq has no memory"), isLasting: false)
        }
        let warnings = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        warnings.initialize(to: 0)
        latchkey_postgres_count_warnings(handle, warnings)
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)  // so that the reason carries its SQLSTATE
        let link = Link(handle, warningCount: warnings, settings: settings, clock: clock)
        try establish(handle)
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            throw DialFailure(fault: .unavailable("the connection cannot be pipelined"), isLasting: false)
        }
        return link
    }

    private func establish(_ handle: OpaquePointer) throws(DialFailure) {
        let deadline = clock.now + settings.connectTimeout
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard PQstatus(handle) != CONNECTION_BAD, state != PGRES_POLLING_FAILED else {
                if PQconnectionNeedsPassword(handle) == 1 { throw Self.noPassword }
                throw ConnectMessage(PQerrorMessage(handle).map { String(cString: $0) } ?? "").failure
            }
            let left = deadline - clock.now
            guard left > .zero else {
                let host = PQhost(handle).map { String(cString: $0) } ?? "the host"
                throw DialFailure(
                    fault: .unavailable("\(host) did not let us in within \(settings.connectTimeout)"), isLasting: false
                )
            }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            var watched = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            guard poll(&watched, 1, Int32(clamping: left.ms + 1)) > 0 else { continue }
            state = PQconnectPoll(handle)
        }
    }

    /// Makes a shared connection refuse changes, and asks which history the server is on, where it is allowed to know.
    private func prepare(_ link: Link, onlyReads: Bool) throws(DialFailure) {
        let seen: DatabaseTimeline
        do throws(Trouble) {
            if onlyReads {
                _ = try link.exchange { () throws(Trouble) in
                    try link.aside("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
                }
            }
            guard let lineage = try self.lineage(on: link) else { return }
            seen = lineage
        } catch {
            throw DialFailure(fault: error.fault, isLasting: false)
        }
        do throws(SQLFault) {
            try onConnect(seen)
        } catch {
            throw DialFailure(fault: error, isLasting: false)
        }
    }

    /// Which history the server is on, or nil where this user may not know. A server that cannot tell just now is not
    /// used: it might be on another.
    private func lineage(on link: Link) throws(Trouble) -> DatabaseTimeline? {
        let question = try link.ready(DatabaseTimeline.query)
        do throws(Trouble) {
            let row = try link.exchange { () throws(Trouble) in try link.send(question) }.first?.rows.first
            return row.flatMap { try? DatabaseTimeline($0) }
        } catch {
            guard case .refused(let refusal, _) = error, refusal.isForbidden else { throw error }
            return nil
        }
    }

    private static let noPassword = DialFailure(
        fault: .unavailable("the server asks for a password; write it into a file and name that file (passwordFile)"),
        isLasting: true)

    private static func start(_ words: [ConnectionTarget.Word]) -> OpaquePointer? {
        let copies = words.map { (strdup($0.keyword), strdup($0.value)) }
        defer {
            for (keyword, value) in copies {
                free(keyword)
                free(value)
            }
        }
        var keywords: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0.0) }
        var values: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0.1) }
        keywords.append(nil)
        values.append(nil)
        return PQconnectStartParams(keywords, values, 0)
    }
}
#endif
