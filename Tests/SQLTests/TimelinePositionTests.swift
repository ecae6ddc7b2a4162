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
        for (given, kept) in [(90, 100), (100, 100), (101, 101)] as [(Int64, Int64)] {
            let now = TimelinePosition(system: 7, timeline: 2, position: given)
            try await StoredTimeline.advance(to: now, at: Instant(ms: given), on: database)
            #expect(try await position()?.position == kept)
        }
        #expect(try await StoredTimeline.read(on: database)?.savedAt == Instant(ms: 101))
        let promoted = TimelinePosition(system: 7, timeline: 3, position: 500)
        try await StoredTimeline.advance(to: promoted, at: Instant(ms: 9), on: database)
        #expect(try await position()?.timeline == 2)
        try await replace(with: promoted, on: database)
        #expect(try await position() == promoted)
        await database.close()
    }

    private func replace(with now: TimelinePosition, on database: any Database) async throws {
        _ = try await database.write { transaction in
            _ = try StoredTimeline.lock(in: transaction)
            try StoredTimeline.save(now, at: Instant(ms: 5), replayingSince: nil, in: transaction)
        }
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
