import SQL
import Support
import Testing

@testable import ServiceHost

@Suite struct TimelineTests {
    private let served = TimelinePosition(system: 7, timeline: 1, position: 100)

    @Test func `every connection is admitted before a timeline is served`() throws {
        let timelineGuard = TimelineGuard()
        try timelineGuard.admit(served)
        try timelineGuard.admit(TimelinePosition(system: 8, timeline: 4, position: 1))
        #expect(timelineGuard.state.served == nil && !timelineGuard.state.hasDiverged)
    }

    @Test func `a connection to another timeline is refused, and so is every connection until new epochs have begun`()
        throws
    {
        let timelineGuard = TimelineGuard()
        timelineGuard.serve(served)
        try timelineGuard.admit(TimelinePosition(system: 7, timeline: 1, position: 150))
        let promoted = TimelinePosition(system: 7, timeline: 2, position: 160)
        #expect(throws: SQLFault.self) { try timelineGuard.admit(promoted) }
        #expect(throws: SQLFault.self) {
            try timelineGuard.admit(TimelinePosition(system: 7, timeline: 1, position: 170))
        }
        #expect(timelineGuard.state.hasDiverged)
        timelineGuard.serve(promoted)
        try timelineGuard.admit(promoted)
        #expect(!timelineGuard.state.hasDiverged)
    }

    @Test func `connections that read their position at nearly the same moment are admitted in any order`() throws {
        let timelineGuard = TimelineGuard()
        timelineGuard.serve(served)
        try timelineGuard.admit(TimelinePosition(system: 7, timeline: 1, position: 150))
        try timelineGuard.admit(TimelinePosition(system: 7, timeline: 1, position: 149))
        #expect(!timelineGuard.state.hasDiverged)
    }

    @Test func `the timeline file is read as it was written, and a damaged one is refused`() throws {
        let file = TimelineFile(path: scratchFolder() + "/vault.lineage")
        #expect(try file.read() == nil)
        try file.write(served)
        #expect(try file.read() == served)
        #expect(SmallFile.replace(file.path, with: Array("7 1".utf8)))
        #expect(throws: SettingsFault.self) { try file.read() }
    }

    @Test(
        arguments: [
            ("a first start", nil, nil, 100, false),
            ("nothing was lost", 90, 90, 100, false),
            ("the file was written one interval before the row", 95, 90, 100, false),
            ("another instance has recorded a later position", 95, nil, 100, false),
            ("a copy whose log is shorter than the row says", 110, nil, 100, true),
            ("a restored copy whose log has grown since", 80, 90, 100, true),
            ("a database without the row it once had", nil, 90, 100, true),
        ] as [(String, Int64?, Int64?, Int64, Bool)])
    func `commits may be lost if the database does not continue the recorded timeline`(
        situation: String, row: Int64?, file: Int64?, now: Int64, isLost: Bool
    ) {
        func timeline(_ position: Int64) -> TimelinePosition {
            TimelinePosition(system: 7, timeline: 1, position: position)
        }
        #expect(
            RecordedTimeline(row: row.map(timeline), file: file.map(timeline)).isLost(at: timeline(now)) == isLost,
            "\(situation)")
    }
}
