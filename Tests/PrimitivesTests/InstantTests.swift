import Foundation
import Primitives
import Testing

@Suite struct InstantTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_740_733_507_042, "2025-02-28T09:05:07.042Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
    ])
    func `an instant reads as ISO 8601`(ms: Int64, text: String) {
        #expect(Instant(ms: ms).description == text)
    }

    @Test func `the minute of an instant reads as words for a person`() {
        #expect(Instant(ms: 1_740_733_507_042).minuteWords == "2025-02-28 09:05 UTC")
    }

    @Test(
        arguments: [
            ("1970-01-01", "1970-01-01T00:00:00.000Z"), ("2000-02-29", "2000-02-29T00:00:00.000Z"),
            ("2027-12-31", "2027-12-31T00:00:00.000Z"), ("1969-12-31", "1969-12-31T00:00:00.000Z"),
            ("2027-02-29", nil), ("2100-02-29", nil), ("2027-00-10", nil), ("2027-13-01", nil), ("2027-01-00", nil),
            ("2027-04-31", nil), ("2027-1-01", nil), ("+027-01-01", nil), ("2027-01-01 ", nil), ("", nil),
        ] as [(String, String?)])
    func `a day is read as its beginning in UTC`(text: String, beginning: String?) {
        #expect(Instant(day: text)?.description == beginning)
    }

    @Test func `instants and durations add up`() {
        let start = Instant(ms: 1_000_000)
        #expect(start + .minutes(5) == Instant(ms: 1_300_000))
        #expect(start - .hours(1) == Instant(ms: -2_600_000))
        #expect((start + .days(2)) - start == .seconds(172_800))
        #expect(start < start + .milliseconds(1))
        #expect(start + .microseconds(1999) == Instant(ms: 1_000_001))
    }

    @Test func `extreme times saturate instead of trapping`() {
        #expect(Instant(ms: .max) + .days(1) == Instant(ms: .max))
        #expect(Instant(ms: .min) - .days(1) == Instant(ms: .min))
        #expect((Instant(ms: .max) - Instant(ms: .min)).ms == .max)
        #expect(Duration.seconds(Int64.max).ms == .max)
        #expect(Duration.seconds(Int64.min).ms == .min)
        #expect(!Instant(ms: .min).description.isEmpty)
        #expect(!Instant(ms: .max).description.isEmpty)
    }

    @Test func `on the wire an instant is a decimal string`() throws {
        #expect(
            String(decoding: try JSONEncoder().encode([Instant(ms: 1_750_000_000_000)]), as: UTF8.self)
                == #"["1750000000000"]"#)
        #expect(try JSONDecoder().decode([Instant].self, from: Data(#"["-5"]"#.utf8)) == [Instant(ms: -5)])
    }

    @Test(arguments: [
        "", "+1", "01", "-0", "-01", "1.0", "1e3", " 1", "1 ", "0x1", "9223372036854775808", "-9223372036854775809",
        "٣",
        "--1", "-",
    ])
    func `a text that is not the canonical decimal form of a 64-bit number is refused`(text: String) {
        #expect(DecimalInt64(text) == nil)
    }

    @Test(arguments: [Int64.min, -1, 0, 7, Int64.max]) func `a 64-bit number is read from its decimal text`(
        value: Int64
    ) {
        #expect(DecimalInt64(String(value))?.value == value)
    }

    @Test func `a JSON number is not a decimal string`() {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([DecimalInt64].self, from: Data("[7]".utf8)) }
    }
}
