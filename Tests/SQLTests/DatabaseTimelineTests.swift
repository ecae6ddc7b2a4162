import SQL
import Testing

@Suite struct DatabaseTimelineTests {
    private let seen = DatabaseTimeline(system: 7, timeline: 2, position: 100)

    @Test(arguments: [
        (DatabaseTimeline(system: 7, timeline: 2, position: 100), true),
        (DatabaseTimeline(system: 7, timeline: 2, position: 101), true),
        (DatabaseTimeline(system: 7, timeline: 2, position: 99), false),
        (DatabaseTimeline(system: 7, timeline: 3, position: 200), false),
        (DatabaseTimeline(system: 8, timeline: 2, position: 200), false),
    ])
    func `a timeline is continued only by the same system and timeline number at the same or a higher position`(
        now: DatabaseTimeline, isContinued: Bool
    ) {
        #expect(seen.isContinued(by: now) == isContinued)
    }

    @Test(arguments: Engine.all)
    func `a stored position never falls, except when the timeline changes`(engine: Engine) async throws {
        let database = try await engine.open([StoredTimeline.migration(id: 1)])
        #expect(try await StoredTimeline.read(on: database) == nil)
        for (given, kept) in [
            (
                DatabaseTimeline(system: 7, timeline: 2, position: 100),
                DatabaseTimeline(system: 7, timeline: 2, position: 100)
            ),
            (
                DatabaseTimeline(system: 7, timeline: 2, position: 90),
                DatabaseTimeline(system: 7, timeline: 2, position: 100)
            ),
            (
                DatabaseTimeline(system: 7, timeline: 2, position: 101),
                DatabaseTimeline(system: 7, timeline: 2, position: 101)
            ),
            (
                DatabaseTimeline(system: 7, timeline: 3, position: 50),
                DatabaseTimeline(system: 7, timeline: 3, position: 50)
            ),
            (
                DatabaseTimeline(system: -9, timeline: 1, position: 1),
                DatabaseTimeline(system: -9, timeline: 1, position: 1)
            ),
        ] {
            try await StoredTimeline.save(given, on: database)
            #expect(try await StoredTimeline.read(on: database) == kept)
        }
        await database.close()
    }
}
