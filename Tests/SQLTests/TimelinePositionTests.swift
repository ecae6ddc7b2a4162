import SQL
import Testing

@Suite struct TimelinePositionTests {
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
    func `a stored position never falls, except when the timeline changes`(engine: Engine) async throws {
        let database = try await engine.open([StoredTimeline.migration(id: 1)])
        #expect(try await StoredTimeline.read(on: database) == nil)
        for (given, kept) in [
            (
                TimelinePosition(system: 7, timeline: 2, position: 100),
                TimelinePosition(system: 7, timeline: 2, position: 100)
            ),
            (
                TimelinePosition(system: 7, timeline: 2, position: 90),
                TimelinePosition(system: 7, timeline: 2, position: 100)
            ),
            (
                TimelinePosition(system: 7, timeline: 2, position: 101),
                TimelinePosition(system: 7, timeline: 2, position: 101)
            ),
            (
                TimelinePosition(system: 7, timeline: 3, position: 50),
                TimelinePosition(system: 7, timeline: 3, position: 50)
            ),
            (
                TimelinePosition(system: -9, timeline: 1, position: 1),
                TimelinePosition(system: -9, timeline: 1, position: 1)
            ),
        ] {
            try await StoredTimeline.save(given, on: database)
            #expect(try await StoredTimeline.read(on: database) == kept)
        }
        await database.close()
    }
}
