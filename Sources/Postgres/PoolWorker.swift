#if Postgres
import Primitives
import SQL

/// A thread of the pool with at most one connection. It connects when a job needs a connection, and runs jobs. After
/// the connection is lost, it connects again when another job needs one. While the server cannot be reached and no
/// worker is connected, one worker keeps trying even if no job waits, so that the end of the outage is noticed.
struct PoolWorker<Job: PoolJob>: Sendable {
    let pool: ConnectionPool<Job>
    let index: Int
    /// Opens a connection.
    let openConnection: @Sendable () throws(ConnectAttemptFailure) -> PostgresConnection
    /// Runs some jobs and returns those that another connection must run.
    let perform: @Sendable ([Job], PostgresConnection) -> [Job]

    /// Works until the pool is closed and its queue is empty.
    func run() {
        while let connection = connect() {
            performJobs(on: connection)
            pool.disconnected(index)
        }
        pool.workerEnded()
    }

    private func connect() -> PostgresConnection? {
        while true {
            switch pool.disconnectedTask(for: index) {
            case .end: return nil
            case .wait: pool.signal(of: index).wait()
            case .connect:
                if let connection = connectRepeatedly() { return connection }
            }
        }
    }

    /// Tries to connect until it succeeds. Gives up, returning nil, when no job waits, and another worker is connected
    /// or the pool is closing.
    private func connectRepeatedly() -> PostgresConnection? {
        while true {
            do throws(ConnectAttemptFailure) {
                let connection = try openConnection()
                pool.connected()
                return connection
            } catch {
                guard let pause = pool.connectFailed(error) else { return nil }
                pool.signal(of: index).wait(atMost: pause)
            }
        }
    }

    private func performJobs(on connection: PostgresConnection) {
        while connection.isUsable {
            switch pool.connectedTask(for: index) {
            case .end: return
            case .wait: connection.idle(until: pool.signal(of: index))
            case .perform(let jobs):
                pool.finished(returning: perform(jobs, connection))
            }
            connection.mayBeStale = true
        }
    }
}
#endif
