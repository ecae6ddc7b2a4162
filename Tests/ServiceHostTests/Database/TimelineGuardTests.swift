import SQL
import Testing

@testable import ServiceHost

@Suite struct TimelineGuardTests {
    private let served = TimelinePosition(system: 7, timeline: 1, position: 100)

    @Test func `every connection is admitted before a timeline is served`() throws {
        let timelineGuard = TimelineGuard()
        try timelineGuard.admit(served)
        try timelineGuard.admit(TimelinePosition(system: 8, timeline: 4, position: 1))
        #expect(timelineGuard.state.served == nil && !timelineGuard.state.hasDiverged)
    }

    @Test func `a connection to another timeline is refused, and so is every connection until a generation has begun`()
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
}
