import Primitives
import SQL
import StoreSupport
import Support
import Synchronization
import Testing

@testable import ServiceHost

@Suite struct TimelineCheckTests {
    private let fixture = TimelineFixture()

    private func open() async throws -> any Database { try await StoreLocation(TimelineFixture.migrations).open() }

    private static let promoted = TimelinePosition(system: 7, timeline: 2, position: 200)

    @Test func `the first start records row and file and begins no generation`() async throws {
        let database = try await open(), check = fixture.check()
        let outcome = try await check.run(on: database, identity: FileIdentity(device: 1, inode: 2))
        #expect(outcome.record.position.position == 1 && outcome.replay == nil && outcome.record.generation == nil)
        #expect(try check.file.read() == outcome.record)
        #expect(try await StoredTimeline.read(on: database)?.position == outcome.record.position)
        #expect(try await StoredTimeline.read(on: database)?.savedAt == fixture.clock.now)
        #expect(try await TimelineFixture.generation(of: database) == 0)
        await database.close()
    }

    @Test func `each start moves the counter above row and file`() async throws {
        let database = try await open(), check = fixture.check()
        let first = try await check.run(on: database).record
        #expect(try await check.run(on: database).record.position.position == 2)
        let ahead = TimelinePosition(system: first.position.system, timeline: 0, position: 9)
        try check.file.write(TimelineRecord(position: ahead, generation: nil, file: nil))
        let outcome = try await check.run(on: database)
        #expect(outcome.record.position.position == 10 && outcome.record.generation != nil)
        #expect(try await TimelineFixture.generation(of: database) == 1)
        #expect(try await check.run(on: database).record.position.position == 11)
        #expect(try await TimelineFixture.generation(of: database) == 1)
        await database.close()
    }

    @Test func `a generation, what it changes and the row are committed together or not at all`() async throws {
        let database = try await open()
        let failing = fixture.check { transaction, _, _ in
            try transaction.run(Statement("INSERT INTO mark (id) VALUES (1)"))
            throw TimelineFixture.Failure()
        }
        try failing.file.write(TimelineRecord(position: Self.promoted, generation: nil, file: nil))
        await #expect(throws: TimelineFixture.Failure.self) { try await failing.run(on: database) }
        #expect(try await TimelineFixture.generation(of: database) == 0)
        #expect(try await StoredTimeline.read(on: database) == nil)
        #expect(try failing.file.read()?.position == Self.promoted)
        let working = fixture.check { transaction, _, _ in
            try transaction.run(Statement("INSERT INTO mark (id) VALUES (1)"))
        }
        _ = try await working.run(on: database)
        #expect(try await TimelineFixture.generation(of: database) == 1)
        #expect(try await database.select(Statement("SELECT id FROM mark")).count == 1)
        await database.close()
    }

    @Test
    func `deletions are applied again from the present time at the latest, whatever time a wrong clock has saved`()
        async throws
    {
        let database = try await open(), check = fixture.check()
        fixture.clock.advance(by: .days(10))
        let saved = try await check.run(on: database).record.position
        fixture.clock.advance(by: .days(-10))
        let ahead = TimelinePosition(system: saved.system, timeline: 0, position: 9)
        try check.file.write(TimelineRecord(position: ahead, generation: nil, file: nil))
        let replay = try #require(try await check.run(on: database).replay)
        #expect(replay.since == fixture.clock.now - PendingReplay.margin)
        await database.close()
    }

    @Test func `instances that notice a promotion at once begin one generation`() async throws {
        let database = try await open()
        let served = TimelinePosition(system: 7, timeline: 1, position: 100)
        let checks = (0..<6).map { fixture.check("instance\($0)") }
        for check in checks { _ = try await check.run(on: database) { _ in served } }
        let outcomes = try await withThrowingTaskGroup { group in
            for check in checks {
                group.addTask { try await check.run(on: database) { _ in Self.promoted } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(try await TimelineFixture.generation(of: database) == 1)
        #expect(Set(outcomes.map(\.record)).count == 1)
        #expect(outcomes.allSatisfy { $0.replay?.generation != nil && $0.replay?.generation == $0.record.generation })
        for check in checks {
            let again = try await check.run(on: database, position: { _ in Self.promoted })
            #expect(again.record.generation == outcomes.first?.record.generation)
        }
        #expect(try await TimelineFixture.generation(of: database) == 1)
        await database.close()
    }

    @Test func `a replay begins an hour before the row was last saved, and is pending until it has been done`()
        async throws
    {
        let database = try await open(), check = fixture.check()
        let first = try await check.run(on: database).record, saved = fixture.clock.now
        fixture.clock.advance(by: .days(2))
        func lose() async throws -> Instant? {
            let position = TimelinePosition(
                system: first.position.system, timeline: 0,
                position: try #require(try check.file.read()).position.position + 1)
            try check.file.write(TimelineRecord(position: position, generation: nil, file: nil))
            return try await check.run(on: database).replay?.since
        }
        #expect(try await lose() == saved - .hours(1))
        fixture.clock.advance(by: .days(2))
        // A second loss before the replay was done does not make it shorter.
        #expect(try await lose() == saved - .hours(1))
        #expect(try await check.run(on: database).replay?.since == saved - .hours(1))
        let pending = try #require(try await PendingReplay.read(on: database))
        let (former, current) = try await database.read { transaction in
            let ids = try transaction.run(Statement("SELECT id FROM generation ORDER BY number"))
            return (try ids[0].identifier(0) as GenerationID, try ids[1].identifier(0) as GenerationID)
        }
        #expect(pending == PendingReplay(since: saved - .hours(1), generation: current))
        // A replay under the former generation, from the same time on, does not count.
        #expect(try await PendingReplay(since: pending.since, generation: former).finish(on: database) == false)
        #expect(try await PendingReplay.read(on: database) == pending)
        #expect(try await pending.finish(on: database))
        #expect(try await PendingReplay.read(on: database) == nil)
        await database.close()
    }

    @Test func `a database whose row says no time is replayed from the beginning`() async throws {
        let database = try await open(), check = fixture.check()
        _ = try await database.write {
            try $0.run(Statement("INSERT INTO lineage (id, system, timeline, position) VALUES (1, 7, 1, 5)"))
        }
        #expect(try await check.run(on: database).replay?.since == Instant(ms: 0))
        await database.close()
    }

    @Test func `a copy made by backup begins a generation at its first start only`() async throws {
        let database = try await open(), check = fixture.check()
        #expect(try await check.run(on: database).record.generation == nil)
        try await database.write { try StoredTimeline.markForNewGeneration(at: Instant(ms: 1), in: $0) }
        let restored = try await check.run(on: database).record.generation
        #expect(restored != nil)
        #expect(try await check.run(on: database).record.generation == restored)
        #expect(try await TimelineFixture.generation(of: database) == 1)
        await database.close()
    }

    @Test(
        arguments: [
            ("the same file", InodeBirthTime(inode: 1, nanoseconds: 5), 0),
            ("a copy of the file", InodeBirthTime(inode: 2, nanoseconds: 9), 1),
            ("a copy that got the inode number of its source", InodeBirthTime(inode: 1, nanoseconds: 9), 1),
            ("a copy on a file system without times of creation", nil, 1),
        ] as [(String, InodeBirthTime?, Int64)])
    func `a copied file begins one generation, although its row and the file of its key folder agree`(
        situation: String, birth: InodeBirthTime?, generation: Int64
    ) async throws {
        let database = try await open(), check = fixture.check()
        func start(_ birth: InodeBirthTime?) async throws -> Int64 {
            _ = try await check.run(on: database, birth: birth)
            return try await TimelineFixture.generation(of: database)
        }
        // The database comes from a version, or a file system, without times of creation.
        #expect(try await start(nil) == 0)
        #expect(try await start(InodeBirthTime(inode: 1, nanoseconds: 5)) == 0)
        #expect(try await start(birth) == generation, "\(situation)")
        #expect(try await start(birth) == generation, "\(situation)")
        await database.close()
    }

    /// The reasons that a check has handed over.
    private final class Reasons: Sendable {
        let all = Mutex<[TimelineFinding.Reason]>([])
    }

    @Test func `the change of the database at the beginning of a generation learns the reason`() async throws {
        let database = try await open(), reasons = Reasons()
        let check = fixture.check { _, _, reason in reasons.all.withLock { $0.append(reason) } }
        let first = FileIdentity(device: 1, inode: 2), other = FileIdentity(device: 1, inode: 3)
        let position = try await check.run(on: database, identity: first).record.position
        #expect(reasons.all.withLock { $0 } == [])
        _ = try await check.run(on: database, identity: other)
        try await database.write { try StoredTimeline.markForNewGeneration(at: Instant(ms: 1), in: $0) }
        _ = try await check.run(on: database)
        let ahead = TimelinePosition(system: position.system, timeline: position.timeline, position: 90)
        let generation = try #require(try check.file.read()).generation
        try check.file.write(TimelineRecord(position: ahead, generation: generation, file: nil))
        _ = try await check.run(on: database)
        let unknown = try #require(try check.file.read()).position
        try check.file.write(TimelineRecord(position: unknown, generation: GenerationID(bits: 5), file: nil))
        _ = try await check.run(on: database)
        _ = try await database.write { try $0.run(Statement("DELETE FROM lineage")) }
        _ = try await check.run(on: database)
        let file = InodeBirthTime(inode: 1, nanoseconds: 5)
        for birth in [file, file, InodeBirthTime(inode: 1, nanoseconds: 6)] {
            _ = try await check.run(on: database, birth: birth)
        }
        _ = try await check.run(on: database) { _ in Self.promoted }
        #expect(
            reasons.all.withLock { $0 } == [
                .otherInode, .marked, .behindFile, .generationUnknown, .rowMissing, .otherBirthTime,
                .otherTimeline,
            ])
        await database.close()
    }
}
