#if Postgres
import CPostgres
import Glibc
import Primitives
import SQL
import Synchronization

/// The reason why no connection could be made.
struct ConnectAttemptFailure: Error {
    /// The fault that waiting callers get.
    let fault: SQLFault
    /// True if every further attempt fails until an administrator changes something, such as a password or a privilege.
    let isLasting: Bool
}

/// Opens connections. It tries the hosts in turn, each for at most ``PostgresSettings/connectTimeout``, beginning with
/// the one that it connected to last.
///
/// The lookup of a host's name has no such bound: `getaddrinfo` blocks this thread for as long as the resolver does.
/// Callers in the queue are nevertheless refused in time, by another thread.
final class Connector: Sendable {
    private let target: ConnectionTarget
    private let settings: PostgresSettings
    private let clock: SteadyClock
    private let lastHost = Atomic(0)
    private let onConnect: @Sendable (TimelinePosition) throws(SQLFault) -> Void

    /// - Parameter onConnect: called with the server's timeline for each new connection, unless the user may not read
    ///   the timeline or it cannot be decoded. If the closure throws, the attempt to connect to this host has failed
    ///   with that fault.
    init(
        _ settings: PostgresSettings, clock: SteadyClock,
        onConnect: @escaping @Sendable (TimelinePosition) throws(SQLFault) -> Void
    ) throws(SQLFault) {
        target = try ConnectionTarget(settings)
        self.settings = settings
        self.clock = clock
        self.onConnect = onConnect
    }

    /// Connects to the first host that accepts writes. If none does, the error names the reason of each host.
    /// - Parameter readOnly: true to make the server refuse every change on this connection.
    func connect(readOnly: Bool) throws(ConnectAttemptFailure) -> PostgresConnection {
        let count = target.hosts.count, first = lastHost.load(ordering: .relaxed)
        var failures: [ConnectAttemptFailure] = []
        for index in (first..<first + count).map({ $0 % count }) {
            do throws(ConnectAttemptFailure) {
                let connection = try connect(to: target.hosts[index])
                try setUp(connection, readOnly: readOnly)
                lastHost.store(index, ordering: .relaxed)
                return connection
            } catch {
                failures.append(error)
            }
        }
        if failures.count == 1 { throw failures[0] }
        let reasons = failures.map { failure in
            if case .unavailable(let reason) = failure.fault { reason } else { failure.fault.description }
        }
        throw ConnectAttemptFailure(
            fault: .unavailable(reasons.joined(separator: "; ")), isLasting: failures.allSatisfy(\.isLasting))
    }

    private func connect(to host: [ConnectionTarget.Parameter]) throws(ConnectAttemptFailure) -> PostgresConnection {
        var parameters = host
        do throws(SQLFault) {
            if let password = try target.password() { parameters.append(("password", password)) }
        } catch {
            throw ConnectAttemptFailure(fault: error, isLasting: true)
        }
        guard let handle = Self.start(parameters) else {
            throw ConnectAttemptFailure(fault: .unavailable("libpq has no memory"), isLasting: false)
        }
        let warnings = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        warnings.initialize(to: 0)
        latchkey_postgres_count_warnings(handle, warnings)
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)  // so that the message contains the SQLSTATE
        let connection = PostgresConnection(handle, warningCounter: warnings, settings: settings, clock: clock)
        try establish(handle)
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            throw ConnectAttemptFailure(fault: .unavailable("the connection cannot be pipelined"), isLasting: false)
        }
        return connection
    }

    private func establish(_ handle: OpaquePointer) throws(ConnectAttemptFailure) {
        let deadline = clock.now + settings.connectTimeout
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard PQstatus(handle) != CONNECTION_BAD, state != PGRES_POLLING_FAILED else {
                if PQconnectionNeedsPassword(handle) == 1 { throw Self.noPassword }
                throw ConnectErrorMessage(PQerrorMessage(handle).map { String(cString: $0) } ?? "").failure
            }
            let left = deadline - clock.now
            guard left > .zero else {
                let host = PQhost(handle).map { String(cString: $0) } ?? "the host"
                throw ConnectAttemptFailure(
                    fault: .unavailable("\(host) did not accept the connection within \(settings.connectTimeout)"),
                    isLasting: false
                )
            }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            var watched = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            guard poll(&watched, 1, Int32(clamping: left.ms + 1)) > 0 else { continue }
            state = PQconnectPoll(handle)
        }
    }

    /// Makes the connection refuse changes if `readOnly` is true, and reports the server's timeline to `onConnect` if
    /// this user may read it and it can be decoded.
    private func setUp(_ connection: PostgresConnection, readOnly: Bool) throws(ConnectAttemptFailure) {
        let timeline: TimelinePosition
        do throws(ConnectionFailure) {
            if readOnly {
                _ = try connection.exchange { () throws(ConnectionFailure) in
                    try connection.sendInternal("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
                }
            }
            guard let known = try self.timeline(on: connection) else { return }
            timeline = known
            connection.canReadTimeline = true
        } catch {
            throw ConnectAttemptFailure(fault: error.fault, isLasting: false)
        }
        do throws(SQLFault) {
            try onConnect(timeline)
        } catch {
            throw ConnectAttemptFailure(fault: error, isLasting: false)
        }
    }

    /// Returns the server's timeline, or nil if this user may not read it or the row cannot be decoded. Every other
    /// error is thrown, because a server whose timeline is unknown may have lost commits.
    private func timeline(on connection: PostgresConnection) throws(ConnectionFailure) -> TimelinePosition? {
        let query = try connection.check(TimelinePosition.query)
        do throws(ConnectionFailure) {
            let row = try connection.exchange { () throws(ConnectionFailure) in
                try connection.send(query)
            }.first?.rows.first
            return row.flatMap { try? TimelinePosition($0) }
        } catch {
            guard case .refused(let refusal, _) = error, refusal.isForbidden else { throw error }
            return nil
        }
    }

    private static let noPassword = ConnectAttemptFailure(
        fault: .unavailable("the server asks for a password; write it into a file and set database-password-file"),
        isLasting: true)

    private static func start(_ parameters: [ConnectionTarget.Parameter]) -> OpaquePointer? {
        let copies = parameters.map { (strdup($0.keyword), strdup($0.value)) }
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
