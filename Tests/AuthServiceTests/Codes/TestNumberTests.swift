import AuthService
import Primitives
import Testing

@Suite struct `The setting test-numbers` {
    @Test func `has a number, its code and its last day`() throws {
        let numbers = try #require(TestNumber.list("+491700000001=123456@2027-01-31, +491700000002=000001@2027-02-28"))
        #expect(numbers.map(\.phone.text) == ["+491700000001", "+491700000002"])
        #expect(numbers.map(\.code.reveal) == ["123456", "000001"])
        #expect(numbers.map(\.until.description) == ["2027-02-01T00:00:00.000Z", "2027-03-01T00:00:00.000Z"])
        #expect(TestNumber.list("") == [])
    }

    @Test(arguments: [
        "+491700000001", "+491700000001=123456", "+491700000001=123456@", "+491700000001=12345@2027-01-31",
        "+491700000001=123456@2027-02-29", "+491700000001=123456@2027-13-01", "+491700000001=123456@2027-1-31",
        "+491700000001=123456@2027-01-31,", "0170=123456@2027-01-31", "+491700000001=123456@2027-01-31T00:00",
        "+491700000001=123456@2027-01-31,+49 170 0000001=654321@2027-01-31", "+491700000001=000000@2027-01-31",
    ])
    func `refuses an entry without an end, the code 000000, and one that is malformed or repeated`(text: String) {
        #expect(TestNumber.list(text) == nil)
    }

    @Test(arguments: [(20, true), (21, false)])
    func `takes twenty numbers and not one more`(count: Int, isTaken: Bool) {
        let text = (0..<count).map { "+4917000000\(10 + $0)=123456@2027-01-31" }.joined(separator: ",")
        #expect((TestNumber.list(text) != nil) == isTaken)
    }

    @Test func `ends within a year from the start of the service`() throws {
        let number = try #require(TestNumber("+491700000001=123456@2027-01-31")), end = number.until
        for (before, isValid) in [
            (Duration.zero, false), (.milliseconds(1), true), (.days(366), true),
            (.days(366) + .milliseconds(1), false),
        ] {
            #expect(number.hasValidEnd(at: end - before) == isValid, "\(before)")
        }
    }
}
