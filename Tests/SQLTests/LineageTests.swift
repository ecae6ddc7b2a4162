import SQL
import Testing

@Suite struct LineageTests {
    private let seen = Lineage(system: 7, timeline: 2, position: 100)

    @Test(arguments: [
        (Lineage(system: 7, timeline: 2, position: 100), true),
        (Lineage(system: 7, timeline: 2, position: 101), true),
        (Lineage(system: 7, timeline: 2, position: 99), false),
        (Lineage(system: 7, timeline: 3, position: 200), false),
        (Lineage(system: 8, timeline: 2, position: 200), false),
    ])
    func `a history goes on only on its own server and timeline, and its log never gets shorter`(
        now: Lineage, isContinued: Bool
    ) {
        #expect(seen.isContinued(by: now) == isContinued)
    }

    @Test(arguments: Engine.all)
    func `what is remembered moves on, back only with another history`(engine: Engine) async throws {
        let database = try await engine.open([LineageLog.migration(id: 1)])
        #expect(try await LineageLog.read(on: database) == nil)
        for (given, kept) in [
            (Lineage(system: 7, timeline: 2, position: 100), Lineage(system: 7, timeline: 2, position: 100)),
            (Lineage(system: 7, timeline: 2, position: 90), Lineage(system: 7, timeline: 2, position: 100)),
            (Lineage(system: 7, timeline: 2, position: 101), Lineage(system: 7, timeline: 2, position: 101)),
            (Lineage(system: 7, timeline: 3, position: 50), Lineage(system: 7, timeline: 3, position: 50)),
            (Lineage(system: -9, timeline: 1, position: 1), Lineage(system: -9, timeline: 1, position: 1)),
        ] {
            try await LineageLog.keep(given, on: database)
            #expect(try await LineageLog.read(on: database) == kept)
        }
        await database.close()
    }
}
