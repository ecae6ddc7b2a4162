#if Postgres
import SQL
import Testing

@testable import Postgres

/// The row in which a server returns its timeline.
struct TimelineQueryTests {
    @Test(arguments: [
        ("000000010000000000000003", UInt32(1)), ("0000000A0000000000000003", 10), ("000000100000000A000000FF", 16),
        ("FFFFFFFF0000000000000001", .max), ("0000001900000000000000010", 25),
    ])
    func `the timeline number is the first eight hexadecimal digits of the log file's name`(
        file: String, timeline: UInt32
    ) throws {
        #expect(
            try TimelinePosition(Row([7, .text(file), 100]))
                == TimelinePosition(system: 7, timeline: timeline, position: 100))
    }

    @Test(arguments: ["", "0000000G0000000000000003"])
    func `another name is refused`(file: String) {
        #expect(throws: SQLFault.wrongValue(in: 1, expected: "the name of a log file")) {
            try TimelinePosition(Row([7, .text(file), 100]))
        }
    }
}
#endif
