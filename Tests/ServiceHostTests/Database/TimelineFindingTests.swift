import SQL
import Testing

@testable import ServiceHost

@Suite struct TimelineFindingTests {
    private typealias Evidence = TimelineFinding.Evidence

    private func at(_ position: Int64, timeline: UInt32 = 1) -> TimelinePosition {
        TimelinePosition(system: 7, timeline: timeline, position: position)
    }

    @Test(
        arguments: [
            ("a first start", nil, nil, .current, .firstStart),
            ("nothing was lost", 90, 90, .current, .continued),
            ("a crash between the commit of the row and the file", 91, 90, .current, .continued),
            ("an older copy was put back", 90, 91, .current, .lost(.behindFile)),
            ("the database was deleted", nil, 90, .current, .lost(.rowMissing)),
            ("the data folder was moved without its key folder", 90, nil, .current, .lost(.fileMissing)),
            ("a crash after a generation began, before the file was written", 91, 90, .former, .continued),
            ("a copy from before the last generation", 91, 90, .unknown, .lost(.generationUnknown)),
            ("a copy of a fork that has had a later generation", 89, 90, .former, .lost(.behindFile)),
        ] as [(String, Int64?, Int64?, TimelineFinding.FileGeneration, TimelineFinding)])
    func `on SQLite the row must not be behind the file`(
        situation: String, row: Int64?, file: Int64?, generation: TimelineFinding.FileGeneration,
        finding: TimelineFinding
    ) {
        let facts = Evidence(row: row.map { at($0) }, file: file.map { at($0) }, generation: generation)
        #expect(TimelineFinding(facts) == finding, "\(situation)")
    }

    @Test(
        arguments: [
            ("a first start", nil, nil, .current, 100, .firstStart),
            ("nothing was lost", 90, 90, .current, 100, .continued),
            ("the file was written one interval before the row", 95, 90, .current, 100, .continued),
            ("a further instance starts for the first time", 95, nil, .current, 100, .continued),
            ("a copy whose log is shorter than the row says", 110, nil, .current, 100, .lost(.otherTimeline)),
            ("a restored copy whose log has grown since", 80, 90, .current, 100, .lost(.behindFile)),
            ("a restored copy that is shorter than the file says", 80, 110, .current, 100, .lost(.behindFile)),
            ("a database without the row it once had", nil, 90, .current, 100, .lost(.rowMissing)),
            ("a copy from before the last generation", 80, 70, .unknown, 100, .lost(.generationUnknown)),
        ] as [(String, Int64?, Int64?, TimelineFinding.FileGeneration, Int64, TimelineFinding)])
    func `on PostgreSQL the server must continue the row and the file`(
        situation: String, row: Int64?, file: Int64?, generation: TimelineFinding.FileGeneration, server: Int64,
        finding: TimelineFinding
    ) {
        let facts = Evidence(
            row: row.map { at($0) }, file: file.map { at($0) }, generation: generation, server: at(server))
        #expect(TimelineFinding(facts) == finding, "\(situation)")
    }

    @Test func `after a promotion the first instance begins a generation, and the others follow it`() {
        let promoted = at(200, timeline: 2)
        #expect(
            TimelineFinding(Evidence(row: at(90), file: at(90), server: promoted)) == .lost(.otherTimeline))
        #expect(
            TimelineFinding(Evidence(row: promoted, file: at(90), generation: .former, server: promoted)) == .continued)
    }

    @Test func `a copy of the file begins a generation after a kill, and none after a clean stop`() {
        #expect(TimelineFinding(Evidence(row: at(90), file: at(90), hasOtherInode: true)) == .lost(.otherInode))
        #expect(TimelineFinding(Evidence(row: at(90), file: at(90), hasOtherInode: false)) == .continued)
    }

    @Test func `a copy of the file with all its records begins a generation`() {
        #expect(TimelineFinding(Evidence(row: at(90), file: at(90), hasOtherBirthTime: true)) == .lost(.otherBirthTime))
    }

    @Test func `only a fail-over does not mean that the database may be an older copy`() {
        let others = TimelineFinding.Reason.allCases.filter { !$0.meansOlderCopy }
        #expect(others == [.otherTimeline])
    }

    /// Every combination of the facts, judged by rules that are written without regard to their order.
    @Test func `every combination of facts is judged by the rules`() {
        let positions: [TimelinePosition?] = [nil, at(80), at(90), at(100), at(90, timeline: 2)]
        var count = 0
        for row in positions {
            for file in positions {
                for server in positions {
                    for generation in TimelineFinding.FileGeneration.allCases {
                        for flags in 0..<8 {
                            let isMarkedAsRestored = flags & 1 != 0
                            let facts = Evidence(
                                row: row, isMarkedAsRestored: isMarkedAsRestored, file: file, generation: generation,
                                server: server,
                                hasOtherInode: flags & 2 != 0, hasOtherBirthTime: flags & 4 != 0)
                            let finding = TimelineFinding(facts)
                            #expect(finding == .firstStart || isLost(facts) == (finding != .continued), "\(facts)")
                            #expect(
                                (finding == .firstStart) == (row == nil && file == nil && !isMarkedAsRestored),
                                "\(facts)")
                            count += 1
                        }
                    }
                }
            }
        }
        #expect(count == 5 * 5 * 5 * 3 * 8)
    }

    private func isLost(_ facts: Evidence) -> Bool {
        func continues(_ from: TimelinePosition, _ to: TimelinePosition) -> Bool {
            from.system == to.system && from.timeline == to.timeline && from.position <= to.position
        }
        var rules = [facts.isMarkedAsRestored, (facts.row == nil) && facts.file != nil]
        if let row = facts.row {
            if let server = facts.server { rules.append(!continues(row, server)) }
            rules.append(facts.file == nil && facts.server == nil)
            if let file = facts.file {
                rules.append(facts.generation == .unknown)
                rules.append(facts.generation == .current && facts.hasOtherInode)
                rules.append(facts.hasOtherBirthTime)
                rules.append(!continues(file, row) && (facts.server == nil || facts.generation == .current))
                if let server = facts.server {
                    rules.append(!continues(file, server) && facts.generation == .current)
                }
            }
        }
        return rules.contains(true)
    }
}
