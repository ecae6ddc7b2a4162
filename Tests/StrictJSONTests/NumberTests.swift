import StrictJSON
import Testing

@Suite struct NumberTests {
    @Test func `a number keeps the token it was written as`() throws {
        let tokens = ["1", "1.0", "1e0", "1E0", "1e+0", "10e-1", "-0", "0", "18446744073709551616", "1.10", "1.1"]
        let numbers = try tokens.map { try JSON(parsing: $0) }
        #expect(Set(numbers).count == tokens.count)
        #expect(numbers.map(\.text) == tokens)
    }

    @Test(arguments: ["01", "+1", ".5", "1.", "", "-", "NaN", "Infinity", "1 ", " 1", "0x1", "1e", "１", "true"])
    func `a token outside JSON's grammar is not a number`(token: String) { #expect(JSONNumber(token: token) == nil) }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("9223372036854775807", Int64.max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("1.0", nil), ("1e3", nil),
        ] as [(String, Int64?)])
    func `only an integral token that fits is an integer`(token: String, value: Int64?) {
        #expect(JSONNumber(token: token)?.int64 == value)
    }

    @Test(
        arguments: [("1.5", 1.5), ("1e3", 1000), ("-0.0", -0.0), ("2.5e-300", 2.5e-300), ("1e400", nil), ("1e-400", 0)]
            as [(String, Double?)])
    func `a number becomes the nearest Double, never infinity`(token: String, value: Double?) {
        #expect(JSONNumber(token: token)?.double == value)
    }

    @Test func `a Swift number is written as its shortest token`() {
        #expect(JSONNumber(UInt64.max).token == "18446744073709551615")
        #expect(JSONNumber(Int8.min).token == "-128")
        #expect(JSONNumber(0.1)?.token == "0.1")
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(1e300).flatMap { JSONNumber(token: $0.token) } != nil)
    }
}
