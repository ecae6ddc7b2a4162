import StrictJSON
import Testing

@Suite struct LimitTests {
    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test(arguments: [1, 2, 32, 100, 512])
    func `a depth at the limit is accepted, one above it is refused`(limit: Int) throws {
        let limits = JSONLimits(depth: limit)
        #expect(try JSON(parsing: Self.nested(limit), limits: limits).array != nil)
        #expect(throws: JSONSyntaxError.tooDeep(limit: limit, at: limit)) {
            try JSON(parsing: Self.nested(limit + 1), limits: limits)
        }
    }

    @Test func `objects count towards the depth as arrays do`() throws {
        let limits = JSONLimits(depth: 3)
        #expect(try JSON(parsing: #"{"a":[{"b":1}]}"#, limits: limits)["a"]?[0]?["b"] == 1)
        #expect(throws: JSONSyntaxError.tooDeep(limit: 3, at: 11)) {
            try JSON(parsing: #"{"a":[{"b":{}}]}"#, limits: limits)
        }
    }

    @Test func `containers beside each other do not count towards the depth`() throws {
        #expect(try JSON(parsing: "[[],[],{},{}]", limits: JSONLimits(depth: 2)) == [[], [], [:], [:]])
    }

    @Test func `a depth of 0 allows only scalars`() throws {
        #expect(try JSON(parsing: "1", limits: JSONLimits(depth: 0)) == 1)
        #expect(throws: JSONSyntaxError.tooDeep(limit: 0, at: 0)) {
            try JSON(parsing: "[]", limits: JSONLimits(depth: 0))
        }
    }

    @Test func `the limit of the depth is at most what a thread's stack holds`() {
        var limits = JSONLimits(depth: 1_000_000)
        #expect(limits.depth == JSONLimits.deepest)
        limits.depth = .max
        #expect(limits.depth == 512)
        #expect(throws: JSONSyntaxError.tooDeep(limit: 512, at: 512)) {
            try JSON(parsing: String(repeating: "[", count: 100_000), limits: limits)
        }
    }

    @Test func `a text of as many bytes as the limit is accepted, one more is not`() throws {
        #expect(try JSON(parsing: "[1 ]", limits: JSONLimits(bytes: 4)) == [1])
        #expect(throws: JSONSyntaxError.tooLong(limit: 4)) { try JSON(parsing: "[1  ]", limits: JSONLimits(bytes: 4)) }
    }

    @Test func `a string of as many bytes as the limit is accepted, one more is not`() throws {
        let limits = JSONLimits(stringBytes: 6)
        #expect(try JSON(parsing: #"["abcdef"]"#, limits: limits) == ["abcdef"])
        #expect(try JSON(parsing: #"["éüö"]"#, limits: limits) == ["éüö"])
        #expect(try JSON(parsing: #"["\u0041"]"#, limits: limits) == ["A"])
        #expect(throws: JSONSyntaxError.stringTooLong(limit: 6, at: 1)) {
            try JSON(parsing: #"["abcdefg"]"#, limits: limits)
        }
        #expect(throws: JSONSyntaxError.stringTooLong(limit: 6, at: 1)) {
            try JSON(parsing: #"{"abcdefg":1}"#, limits: limits)
        }
    }

    @Test func `a number of 64 characters is accepted, one more is not`() throws {
        let longest = "-" + String(repeating: "9", count: 63)
        #expect(try JSON(parsing: "[\(longest)]") == [number(longest)])
        #expect(throws: JSONSyntaxError.numberTooLong(limit: 64, at: 1)) { try JSON(parsing: "[\(longest)0]") }
        #expect(throws: JSONSyntaxError.numberTooLong(limit: 64, at: 0)) {
            try JSON(parsing: "0.\(longest.dropFirst())")
        }
    }

    @Test func `as many elements and members as the limit are accepted, one more is not`() throws {
        let limits = JSONLimits(elements: 2)
        #expect(try JSON(parsing: "[1,[2,3]]", limits: limits) == [1, [2, 3]])
        #expect(throws: JSONSyntaxError.tooManyElements(limit: 2, at: 5)) {
            try JSON(parsing: "[1,2,3]", limits: limits)
        }
        #expect(try JSON(parsing: #"{"a":1,"b":2}"#, limits: limits) == ["a": 1, "b": 2])
        #expect(throws: JSONSyntaxError.tooManyElements(limit: 2, at: 13)) {
            try JSON(parsing: #"{"a":1,"b":2,"c":3}"#, limits: limits)
        }
    }

    @Test func `every reason is one sentence with the byte offset`() {
        let error = JSONSyntaxError.unexpected(byte: 0x2C, wanted: "a value", at: 7)
        #expect(error.description == "Expected a value, found ','. (byte 7)")
        #expect(
            JSONSyntaxError.controlCharacter(0x0A, at: 3).reason == "The string holds the raw control character 0x0A.")
        #expect(JSONSyntaxError.duplicateKey("pin", at: 9).reason == "The member \"pin\" appears twice.")
        #expect(JSONSyntaxError.duplicateKey(String(repeating: "x", count: 999), at: 9).reason.count < 100)
        #expect(JSONSyntaxError.tooLong(limit: 65_536).byteOffset == 65_536)
    }
}
