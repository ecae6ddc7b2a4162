import Logging
import Primitives
import SQL
import StoreSupport
import StrictJSON
import Support
import Synchronization
import Testing

@testable import JSONRPC
@testable import ServiceHost

/// The loops wait for threads of the shared pool, so two of these tests at once could keep each other from ending.
@Suite(.serialized, .timeLimit(.minutes(1))) struct DeletionReplayTests {
    private struct Unreachable: Error {}

    private let fixture = TimelineFixture()

    private func lose(_ database: any Database) async throws -> TimelineCheck.Outcome {
        try await database.write { try StoredTimeline.markForNewGeneration(at: Instant(ms: 1), in: $0) }
        return try await fixture.check().run(on: database)
    }

    private func open() async throws -> any Database { try await StoreLocation(TimelineFixture.migrations).open() }

    @Test func `nothing is served until the replay has returned, and a failed one stays pending`() async throws {
        let database = try await open()
        let replay = DeletionReplay(log: Logger(label: "test"))
        #expect(!replay.isPending && replay.problem == nil)
        replay.checked(try await lose(database))
        #expect(replay.isPending && replay.problem != nil)
        await #expect(throws: Unreachable.self) {
            try await replay.step(on: database) { _ in throw Unreachable() }
        }
        #expect(replay.isPending)
        #expect(try await PendingReplay.read(on: database)?.since == Instant(ms: 0))
        try await replay.step(on: database) { #expect($0 == Instant(ms: 0)) }
        #expect(!replay.isPending)
        #expect(try await PendingReplay.read(on: database) == nil)
        await database.close()
    }

    @Test func `a check that finds nothing lost begins no replay and ends none`() async throws {
        let database = try await open()
        let replay = DeletionReplay(log: Logger(label: "test"))
        replay.checked(try await fixture.check().run(on: database))
        #expect(!replay.isPending)
        replay.checked(try await lose(database))
        replay.checked(try await fixture.check().run(on: database))
        #expect(replay.isPending)
        await database.close()
    }

    /// The time from which deletions are applied again is the same in both generations.
    @Test(arguments: [true, false])
    func `a generation that begins during a replay needs another one`(isChecked: Bool) async throws {
        let database = try await open()
        let replay = DeletionReplay(log: Logger(label: "test"))
        replay.checked(try await lose(database))
        try await replay.step(on: database) { _ in
            let outcome = try await lose(database)
            if isChecked { replay.checked(outcome) }
        }
        #expect(replay.isPending)
        #expect(try await database.read { try Generations.number(in: $0) } == 2)
        let count = Mutex(0)
        while replay.isPending { try await replay.step(on: database) { _ in count.withLock { $0 += 1 } } }
        #expect(count.withLock { $0 } == 1)
        #expect(try await PendingReplay.read(on: database) == nil)
        await database.close()
    }

    @Test func `a generation that begins when the replay has just been recorded needs another one`() async throws {
        let database = try await open()
        let replay = DeletionReplay(log: Logger(label: "test"))
        replay.checked(try await lose(database))
        let acting = ActingDatabase(inner: database) {
            try await database.write { transaction in
                try PendingReplay.require(since: Instant(ms: 5), in: transaction)
                _ = try Generations.begin(RandomSource.system.id(), at: Instant(ms: 1), in: transaction)
            }
            replay.generationHasBegun(2)
        }
        try await replay.step(on: acting) { #expect($0 == Instant(ms: 0)) }
        #expect(replay.isPending)
        while replay.isPending { try await replay.step(on: database) { #expect($0 == Instant(ms: 5)) } }
        #expect(try await PendingReplay.read(on: database) == nil)
        await database.close()
    }

    /// A fail-over to a server that lacks the generation's own row begins another one of the same number.
    @Test(arguments: [Instant(ms: 0), Instant(ms: 7)])
    func `a generation of the same number as one that was lost during its replay needs another one`(
        since: Instant
    ) async throws {
        let database = try await open()
        let replay = DeletionReplay(log: Logger(label: "test"))
        replay.checked(try await lose(database))
        try await replay.step(on: database) { _ in
            _ = try await database.write { transaction in
                try transaction.run(Statement("DELETE FROM generation"))
                try transaction.run(Statement("UPDATE lineage SET replay_since = NULL"))
                try PendingReplay.require(since: since, in: transaction)
                _ = try Generations.begin(RandomSource.system.id(), at: Instant(ms: 1), in: transaction)
            }
            replay.checked(try await fixture.check().run(on: database))
        }
        #expect(replay.isPending)
        #expect(try await PendingReplay.read(on: database)?.since == since)
        let count = Mutex(0)
        while replay.isPending { try await replay.step(on: database) { _ in count.withLock { $0 += 1 } } }
        #expect(count.withLock { $0 } == 1)
        await database.close()
    }

    @Test func `a generation that the service reports refuses calls until the row was read`() async throws {
        let database = try await open()
        let replay = DeletionReplay(log: Logger(label: "test"))
        replay.checked(try await fixture.check().run(on: database))
        replay.generationHasBegun(0)
        #expect(!replay.isPending)
        for (number, since) in [(Int64(1), Instant(ms: 5)), (2, nil)] {
            _ = try await database.write { transaction in
                _ = try Generations.begin(RandomSource.system.id(), at: Instant(ms: 1), in: transaction)
                if let since { try PendingReplay.require(since: since, in: transaction) }
            }
            replay.generationHasBegun(number)
            #expect(replay.isPending)
            let replayed = Mutex<[Instant]>([])
            while replay.isPending {
                try await replay.step(on: database) { since in replayed.withLock { $0.append(since) } }
            }
            #expect(replayed.withLock { $0 } == (since.map { [$0] } ?? []))
            replay.generationHasBegun(number)
            #expect(!replay.isPending)
        }
        await database.close()
    }

    /// While the task runs, a check and then the service report a generation; each is replayed without further calls.
    @Test func `the running task notices a check that needs a replay, and a generation that the service reports`()
        async throws
    {
        let database = try await open()
        let replay = DeletionReplay(log: Logger(label: "test")), replayed = Mutex<[Instant]>([])
        let running = Task {
            await replay.run(on: database) { since in replayed.withLock { $0.append(since) } }
        }
        replay.checked(try await lose(database))
        try await waitUntil { !replay.isPending }
        #expect(replayed.withLock { $0 } == [Instant(ms: 0)])
        try await database.write { transaction in
            _ = try Generations.begin(RandomSource.system.id(), at: Instant(ms: 1), in: transaction)
            try PendingReplay.require(since: Instant(ms: 5), in: transaction)
        }
        replay.generationHasBegun(2)
        try await waitUntil { !replay.isPending }
        #expect(replayed.withLock { $0 } == [Instant(ms: 0), Instant(ms: 5)])
        running.cancel()
        await running.value
        await database.close()
    }

    @Test func `an earlier time that is pending stays`() async throws {
        let database = try await open()
        _ = try await fixture.check().run(on: database)
        for (since, expected) in [(7, 7), (9, 7), (3, 3)] {
            try await database.write { try PendingReplay.require(since: Instant(ms: Int64(since)), in: $0) }
            #expect(try await PendingReplay.read(on: database)?.since == Instant(ms: Int64(expected)))
        }
        await database.close()
    }

    private final class Counts: Sendable {
        let attempts = Atomic(0), pauses = Mutex<[Duration]>([])
    }

    @Test func `a peer of an earlier version is logged once, and the service stays unready and repeats`() async throws {
        let database = try await open(), log = LogRecord(), enough = Latch()
        let counts = Counts()
        let replay = DeletionReplay(log: log.logger)
        replay.checked(try await lose(database))
        let unknown = RemoteFault(["data": .object(["fault": .string("methodNotFound")])], status: 200)
        let context = TaskContext(executor: nil) { pause in
            try Task.checkCancellation()
            await Task.yield()
            counts.pauses.withLock { $0.append(pause) }
        }
        let running = TaskContext.$current.withValue(context) {
            Task {
                await replay.run(on: database) { _ in
                    let attempt = counts.attempts.add(1, ordering: .relaxed).newValue
                    if attempt == 9 { enough.open() }
                    if attempt <= 2 { throw Unreachable() }
                    throw CallFailure.refused(unknown)
                }
            }
        }
        await enough.wait()
        #expect(replay.isPending && replay.problem?.contains("earlier version") == true)
        running.cancel()
        await running.value
        let pauses = counts.pauses.withLock { $0 }.prefix(7)
        #expect(
            pauses == [
                .milliseconds(50), .milliseconds(100), .milliseconds(200), .milliseconds(400),
                .milliseconds(800), .seconds(1), .seconds(1),
            ])
        let logged = log.entries.filter { $0.level >= .error }.map { $0.metadata["reason"] ?? "" }
        #expect(logged.count == 2 && logged[0] == "Unreachable()" && logged[1].contains("upgrade it"))
        await database.close()
    }

    @Test func `the first failure after a success is logged again`() async throws {
        let database = try await open(), log = LogRecord(), replay = DeletionReplay(log: log.logger)
        let counts = Counts()
        let running = TaskContext.$current.withValue(TaskContext(executor: nil) { _ in try Task.checkCancellation() }) {
            Task {
                await replay.run(on: database) { _ in
                    let attempt = counts.attempts.add(1, ordering: .relaxed).newValue
                    if attempt % 3 != 0 { throw Unreachable() }
                }
            }
        }
        for generation in 1...2 {
            replay.checked(try await lose(database))
            try await waitUntil { !replay.isPending }
            #expect(log.entries.filter { $0.level >= .error }.count == generation)
        }
        running.cancel()
        await running.value
        await database.close()
    }

    @Test func `a running replay waits for the next generation`() async throws {
        let database = try await open(), replay = DeletionReplay(log: Logger(label: "test"))
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let running = Task { await replay.run(on: database) { _ in start.yield() } }
        var iterator = starts.makeAsyncIterator()
        for _ in 0..<2 {
            replay.checked(try await lose(database))
            await iterator.next()
        }
        running.cancel()
        await running.value
        await database.close()
    }
}

/// A database that performs an action after each write, before the caller sees its result.
private struct ActingDatabase: Database {
    let inner: any Database
    let action: @Sendable () async throws -> Void

    var dialect: Dialect { inner.dialect }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await inner.read(body)
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        let result = try await inner.write(body)
        try await action()
        return result
    }

    func close() async { await inner.close() }
}
