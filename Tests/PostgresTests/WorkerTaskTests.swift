#if Postgres
import Glibc
import Primitives
import SQL
import Support
import Synchronization
import Testing

@testable import Postgres

/// The decisions of the pool alone, without threads and connections: each test acts as the workers.
struct WorkerTaskTests {
    private struct Job: PoolJob {
        let accepted: SteadyInstant
        let refuse: @Sendable (SQLFault) -> Void
    }

    private let clock = StoppedClock()
    private let refusals = SharedValue<[SQLFault]>([])

    private func pool(size: Int) throws -> ConnectionPool<Job> {
        try ConnectionPool(size: size, jobsAtOnce: 1, waitLimit: .seconds(3), clock: clock.steady)
    }

    private func job() -> Job {
        Job(accepted: clock.steady.now) { [refusals] fault in refusals.change { $0.append(fault) } }
    }

    private func failure(isLasting: Bool = false) -> ConnectAttemptFailure {
        ConnectAttemptFailure(fault: .unavailable("no server"), isLasting: isLasting)
    }

    @Test func `a worker that gives up connecting is no longer counted as connecting`() throws {
        let pool = try pool(size: 2)
        pool.add(job())
        #expect(pool.disconnectedTask(for: 0) == .connect)
        pool.connected()
        pool.add(job())
        #expect(pool.disconnectedTask(for: 1) == .connect)
        for _ in 1...2 { _ = pool.connectedTask(for: 0) }
        #expect(pool.connectFailed(failure()) == nil, "the other worker is connected and took both jobs")
        #expect(pool.disconnectedTask(for: 1) == .wait)
        pool.add(job())
        #expect(pool.disconnectedTask(for: 1) == .connect)
    }

    @Test func `while no worker is connected, one tries again even if no job waits, after pauses of up to 1 s`() throws
    {
        let pool = try pool(size: 2)
        pool.add(job())
        #expect(pool.disconnectedTask(for: 0) == .connect)
        let pauses = (1...7).map { _ in pool.connectFailed(failure()) }
        #expect(pauses == [50, 100, 200, 400, 800, 1_000, 1_000].map { .milliseconds($0) })
        #expect(refusals.value == [])
        #expect(pool.connectFailed(failure(isLasting: true)) == .seconds(1))
        #expect(refusals.value == [.unavailable("no server")] && pool.statistics.waiting == 0)
        #expect(pool.disconnectedTask(for: 1) == .wait, "one worker is connecting already")
        pool.stop()
        #expect(pool.connectFailed(failure()) == nil)
    }

    @Test func `queued jobs are refused once no server has answered for as long as a job may wait`() throws {
        let pool = try pool(size: 1)
        pool.add(job())
        #expect(pool.disconnectedTask(for: 0) == .connect)
        _ = pool.connectFailed(failure())
        clock.advance(by: .seconds(3) - .nanoseconds(1))
        _ = pool.connectFailed(failure())
        #expect(refusals.value == [])
        clock.advance(by: .nanoseconds(1))
        pool.add(job())
        #expect(refusals.value.count == 1, "a new job is refused at once")
        _ = pool.connectFailed(failure())
        #expect(refusals.value.count == 2)
    }

    @Test func `a pool that is being closed refuses jobs, ends its workers, and is closed when they have ended`()
        async throws
    {
        let pool = try pool(size: 2), isClosed = SharedValue(false)
        let closing = Task.immediate {
            await pool.close()
            isClosed.change { $0 = true }
        }
        pool.add(job())
        #expect(refusals.value == [.unavailable("it is closing")])
        for index in 0..<2 {
            #expect(pool.disconnectedTask(for: index) == .end)
            #expect(!isClosed.value)
            pool.workerEnded()
            // `close()` returns without suspending only when all workers have ended.
            let hasReturned = SharedValue(false)
            Task.immediate {
                await pool.close()
                hasReturned.change { $0 = true }
            }
            #expect(hasReturned.value == (index == 1))
        }
        await closing.value
    }

    @Test func `each of two jobs wakes a worker of its own, which connects`() throws {
        let pool = try pool(size: 3)
        for index in 0..<3 { #expect(pool.disconnectedTask(for: index) == .wait) }
        pool.add(job())
        #expect((0..<3).filter { isSignalled(pool, $0) } == [0])
        pool.add(job())
        #expect((0..<3).filter { isSignalled(pool, $0) } == [0, 1])
        for index in 0..<2 { #expect(pool.disconnectedTask(for: index) == .connect) }
    }

    @Test func `each of two jobs wakes an idle worker of its own, before one without a connection`() throws {
        let pool = try pool(size: 3)
        makeIdle(1...2, of: pool)
        #expect(pool.disconnectedTask(for: 0) == .wait)
        pool.add(job())
        #expect((0..<3).filter { isSignalled(pool, $0) } == [1])
        pool.add(job())
        #expect((0..<3).filter { isSignalled(pool, $0) } == [1, 2])
    }

    @Test func `a worker that lost its connection while idle is not woken before one that is connected`() throws {
        let pool = try pool(size: 2)
        makeIdle(0...1, of: pool)
        for index in 0...1 { pool.signal(of: index).clear() }
        pool.disconnected(0)
        #expect(pool.disconnectedTask(for: 0) == .wait)
        pool.add(job())
        #expect((0..<2).filter { isSignalled(pool, $0) } == [1])
    }

    @Test func `a worker of a pool that is being closed ends, and with the last one the pool is closed`() async throws {
        let pool = try pool(size: 1), isClosed = SharedValue(false)
        pool.stop()
        let worker = PoolWorker(
            pool: pool, index: 0,
            openConnection: { () throws(ConnectAttemptFailure) in
                throw ConnectAttemptFailure(fault: .unavailable("no server"), isLasting: true)
            },
            perform: { jobs, _ in jobs })
        worker.run()
        // `close()` returns without suspending only when all workers have ended.
        Task.immediate {
            await pool.close()
            isClosed.change { $0 = true }
        }
        #expect(isClosed.value)
    }

    /// Lets each of these workers connect, run a job and become idle.
    private func makeIdle(_ indexes: ClosedRange<Int>, of pool: ConnectionPool<Job>) {
        for index in indexes {
            pool.add(job())
            #expect(pool.disconnectedTask(for: index) == .connect)
            pool.connected()
        }
        for index in indexes { #expect(pool.connectedTask(for: index).jobs == 1) }
        for index in indexes {
            pool.finished(returning: [])
            #expect(pool.connectedTask(for: index).jobs == nil)
        }
    }

    /// True if the worker has been woken since its signal was last cleared.
    private func isSignalled(_ pool: ConnectionPool<Job>, _ index: Int) -> Bool {
        var watched = pollfd(fd: pool.signal(of: index).descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) == 1
    }
}

extension ConnectionPool.ConnectedTask {
    /// The number of jobs to perform; nil if the worker waits or ends.
    fileprivate var jobs: Int? { if case .perform(let jobs) = self { jobs.count } else { nil } }
}
#endif
