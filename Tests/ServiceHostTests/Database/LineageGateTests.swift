import Foundation
import SQL
import Support
import Testing

@testable import ServiceHost

@Suite struct LineageGateTests {
    private let served = DatabaseTimeline(system: 7, timeline: 1, position: 100)

    @Test func `before anything is served every connection is let in`() throws {
        let gate = LineageGate()
        try gate.admit(served)
        try gate.admit(DatabaseTimeline(system: 8, timeline: 4, position: 1))
        #expect(gate.seen.served == nil && !gate.seen.isStrange)
    }

    @Test func `a connection to another history is refused, and so is everybody until new epochs have begun`() throws {
        let gate = LineageGate()
        gate.serve(served)
        try gate.admit(DatabaseTimeline(system: 7, timeline: 1, position: 150))
        let promoted = DatabaseTimeline(system: 7, timeline: 2, position: 160)
        #expect(throws: SQLFault.self) { try gate.admit(promoted) }
        #expect(throws: SQLFault.self) { try gate.admit(DatabaseTimeline(system: 7, timeline: 1, position: 170)) }
        #expect(gate.seen.isStrange)
        gate.serve(promoted)
        try gate.admit(promoted)
        #expect(!gate.seen.isStrange)
    }

    @Test func `connections that asked at nearly the same moment are let in, in whatever order they come`() throws {
        let gate = LineageGate()
        gate.serve(served)
        try gate.admit(DatabaseTimeline(system: 7, timeline: 1, position: 150))
        try gate.admit(DatabaseTimeline(system: 7, timeline: 1, position: 149))
        #expect(!gate.seen.isStrange)
    }

    @Test func `the mark beside the keys is read as it was noted; what cannot be read is refused`() throws {
        let file = LineageFile(path: scratchFolder() + "/vault.lineage")
        #expect(try file.noted() == nil)
        try file.note(served)
        #expect(try file.noted() == served)
        try "7 1".write(toFile: file.path, atomically: true, encoding: .utf8)
        #expect(throws: SettingsFault.self) { try file.noted() }
    }

    @Test(
        arguments: [
            ("a first start", nil, nil, 100, false),
            ("nothing was lost", 90, 90, 100, false),
            ("the file is one round behind the row", 95, 90, 100, false),
            ("another instance has noted more", 95, nil, 100, false),
            ("a copy whose log is shorter than the row says", 110, nil, 100, true),
            ("a copy put back, its log grown since", 80, 90, 100, true),
            ("a database without a row where there was one", nil, 90, 100, true),
        ] as [(String, Int64?, Int64?, Int64, Bool)])
    func `commits may be missing where the memory does not go on`(
        situation: String, row: Int64?, file: Int64?, now: Int64, isLost: Bool
    ) {
        func place(_ position: Int64) -> DatabaseTimeline {
            DatabaseTimeline(system: 7, timeline: 1, position: position)
        }
        #expect(
            LineageMemory(row: row.map(place), file: file.map(place)).isLost(by: place(now)) == isLost, "\(situation)")
    }
}
