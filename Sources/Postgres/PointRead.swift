#if Postgres
import Primitives
import SQL

/// One statement that only reads and waits for a connection that many callers share.
struct PointRead: PoolJob {
    let accepted: SteadyInstant
    let statement: Statement
    var retryPolicy = RetryPolicy()
    /// Resumes the caller with its rows.
    let complete: @Sendable ([Row]) -> Void
    let refuse: @Sendable (SQLFault) -> Void

    init(_ statement: Statement, at accepted: SteadyInstant, for caller: CheckedContinuation<[Row], any Error>) {
        self.accepted = accepted
        self.statement = statement
        complete = { caller.resume(returning: $0) }
        refuse = { caller.resume(throwing: $0) }
    }

    /// Runs the waiting reads in one exchange, each on a snapshot of its own. If one fails and the connection still
    /// works, each is run again alone, which is safe because none changes anything.
    ///
    /// - Returns: the reads that another connection must run.
    static func run(_ reads: [PointRead], on connection: PostgresConnection) -> [PointRead] {
        var checked: [(read: PointRead, statement: CheckedStatement)] = []
        for read in reads {
            do throws(ConnectionFailure) { checked.append((read, try connection.check(read.statement))) } catch {
                read.refuse(error.fault)
            }
        }
        guard !checked.isEmpty else { return [] }
        do throws(ConnectionFailure) {
            let results = try connection.exchange { () throws(ConnectionFailure) in
                for (_, statement) in checked { try connection.send(statement) }
            }
            for (index, result) in results.enumerated() { checked[index].read.complete(result.rows) }
            return []
        } catch {
            if checked.count > 1, !error.endsConnection {
                return checked.flatMap { runAlone($0.read, on: connection) }
            }
            return checked.flatMap { retry($0.read, after: error, on: connection) }
        }
    }

    private static func runAlone(_ read: PointRead, on connection: PostgresConnection) -> [PointRead] {
        connection.isUsable ? run([read], on: connection) : [read]
    }

    private static func retry(
        _ given: PointRead, after failure: ConnectionFailure, on connection: PostgresConnection
    ) -> [PointRead] {
        var read = given
        if case .refused(let error, let text) = failure, error.isRefusedWrite {
            read.refuse(.statement(text: text, message: "the statement writes in a read-only transaction; use write"))
            return []
        }
        switch read.retryPolicy.decide(failure, in: connection.mayBeStale ? .firstExchange : .beforeCommit) {
        case .retry: return run([read], on: connection)
        case .retryWithNewPreparations:
            do throws(ConnectionFailure) { try connection.deallocateAll() } catch { return [read] }
            return run([read], on: connection)
        case .retryOnOtherConnection: return [read]
        case .fail(let fault):
            read.refuse(fault)
            return []
        }
    }
}
#endif
