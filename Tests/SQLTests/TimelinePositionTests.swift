import Primitives
import SQL
import Testing

@Suite struct TimelinePositionTests {
    private static let migrations = [
        StoredTimeline.migration(id: 1), Generations.migration(id: 2), StoredTimeline.fileMigration(id: 3),
    ]
    private let seen = TimelinePosition(system: 7, timeline: 2, position: 100)

    @Test(arguments: [
        (TimelinePosition(system: 7, timeline: 2, position: 100), true),
        (TimelinePosition(system: 7, timeline: 2, position: 101), true),
        (TimelinePosition(system: 7, timeline: 2, position: 99), false),
        (TimelinePosition(system: 7, timeline: 3, position: 200), false),
        (TimelinePosition(system: 8, timeline: 2, position: 200), false),
    ])
    func `a timeline is continued only by the same system and timeline number at the same or a higher position`(
        now: TimelinePosition, isContinued: Bool
    ) {
        #expect(seen.isContinued(by: now) == isContinued)
    }

    @Test(arguments: Engine.all)
    func `a saved position advances on its timeline, and is replaced only under the row's lock`(
        engine: Engine
    ) async throws {
        let database = try await engine.open(Self.migrations)
        func position() async throws -> TimelinePosition? { try await StoredTimeline.read(on: database)?.position }
        #expect(try await position() == nil)
        try await StoredTimeline.advance(to: seen, at: Instant(ms: 1), on: database)
        #expect(try await position() == nil)
        try await replace(with: seen, on: database)
        for (given, kept, saved) in [(90, 100, 5), (100, 100, 5), (101, 101, 101)] as [(Int64, Int64, Int64)] {
            let now = TimelinePosition(system: 7, timeline: 2, position: given)
            try await StoredTimeline.advance(to: now, at: Instant(ms: given), on: database)
            #expect(try await position() == TimelinePosition(system: 7, timeline: 2, position: kept))
            #expect(try await StoredTimeline.read(on: database)?.savedAt == Instant(ms: saved))
        }
        let promoted = TimelinePosition(system: 7, timeline: 3, position: 500)
        for other in [promoted, TimelinePosition(system: 8, timeline: 2, position: 500)] {
            try await StoredTimeline.advance(to: other, at: Instant(ms: 900), on: database)
            #expect(try await position() == TimelinePosition(system: 7, timeline: 2, position: 101))
        }
        try await replace(with: promoted, on: database)
        #expect(try await position() == promoted)
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `the position can be read from a table without the columns of later migrations`(engine: Engine) async throws {
        let database = try await engine.open([StoredTimeline.migration(id: 1)])
        #expect(try await StoredTimeline.readPosition(on: database) == nil)
        let insert = Statement("INSERT INTO lineage (id, system, timeline, position) VALUES (1, 7, 2, 100)")
        _ = try await database.write { try $0.run(insert) }
        #expect(try await StoredTimeline.readPosition(on: database) == seen)
        await database.close()
    }

    private func replace(with now: TimelinePosition, on database: any Database) async throws {
        _ = try await database.write { transaction in
            _ = try StoredTimeline.lock(in: transaction)
            try StoredTimeline.save(now, at: Instant(ms: 5), replayingSince: nil, in: transaction)
        }
    }

    @Test(arguments: Engine.all)
    func `the lock returns the row as it was saved, and nil where there was none`(engine: Engine) async throws {
        let database = try await engine.open(Self.migrations)
        for known in [nil, seen] {
            let locked = try await database.write { [seen] transaction in
                let locked = try StoredTimeline.lock(in: transaction)
                try StoredTimeline.save(seen, at: Instant(ms: 5), replayingSince: Instant(ms: 4), in: transaction)
                return locked
            }
            #expect(locked?.position == known)
            #expect(locked?.replaySince == known.map { _ in Instant(ms: 4) })
        }
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a database with or without a row is marked for a new generation, until the row is saved`(
        engine: Engine
    ) async throws {
        let database = try await engine.open(Self.migrations)
        for position in [TimelinePosition(system: 0, timeline: 0, position: 0), seen] {
            for time in [Instant(ms: 3), Instant(ms: 4)] {
                try await database.write { try StoredTimeline.markForNewGeneration(at: time, in: $0) }
                let row = try await StoredTimeline.read(on: database)
                #expect(row?.position == position)
                #expect(row?.copiedAt == time)
            }
            try await replace(with: seen, on: database)
            #expect(try await StoredTimeline.read(on: database)?.copiedAt == nil)
        }
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `the file is saved and read with the row, and advancing keeps it`(engine: Engine) async throws {
        let database = try await engine.open(Self.migrations)
        for file in [InodeBirthTime(inode: -1, nanoseconds: .max), nil] {
            _ = try await database.write { [seen] transaction in
                _ = try StoredTimeline.lock(in: transaction)
                try StoredTimeline.save(seen, at: Instant(ms: 5), replayingSince: nil, birth: file, in: transaction)
            }
            let later = TimelinePosition(system: 7, timeline: 2, position: 101)
            try await StoredTimeline.advance(to: later, at: Instant(ms: 6), on: database)
            #expect(try await StoredTimeline.read(on: database)?.birth == file)
        }
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `generations are numbered from 1, and the one before them is in every database`(engine: Engine) async throws {
        let database = try await engine.open(Self.migrations)
        let ids = [GenerationID(bits: 9), GenerationID(bits: 4)]
        for (index, id) in ids.enumerated() {
            #expect(try await database.read { try Generations.contains(id, in: $0) } == false)
            let number = try await database.write { try Generations.begin(id, at: Instant(ms: 1), in: $0) }
            #expect(number == Int64(index + 1))
            #expect(try await database.read { try Generations.current(in: $0) } == id)
            for known in [id, nil] {
                #expect(try await database.read { try Generations.contains(known, in: $0) })
            }
        }
        await database.close()
    }
}
