import StrictJSON
import Testing

/// Texts that RFC 8259 does not allow, each with the reason and the byte offset.
@Suite struct RefusedTests {
    @Test(arguments: [
        ("", JSONSyntaxError.unexpectedEnd(at: 0)), (" ", .unexpectedEnd(at: 1)),
        ("[", .unexpectedEnd(at: 1)), ("[1", .unexpectedEnd(at: 2)), ("[1,", .unexpectedEnd(at: 3)),
        ("{", .unexpectedEnd(at: 1)), (#"{"a""#, .unexpectedEnd(at: 4)), (#"{"a":"#, .unexpectedEnd(at: 5)),
        (#"{"a":1"#, .unexpectedEnd(at: 6)), (#"{"a":1,"#, .unexpectedEnd(at: 7)),
        ("\"", .unexpectedEnd(at: 1)), ("\"abc", .unexpectedEnd(at: 4)), (#""abc\"#, .unexpectedEnd(at: 5)),
        (#""\"#, .unexpectedEnd(at: 2)), (#""\""#, .unexpectedEnd(at: 3)),
        ("[] ]", .trailing(at: 3)), ("1 2", .trailing(at: 2)), ("{}x", .trailing(at: 2)), ("\"a\"b", .trailing(at: 3)),
        ("{} // no", .trailing(at: 3)), ("[]\u{FEFF}", .trailing(at: 2)), ("1]", .trailing(at: 1)),
        ("\u{FEFF}[]", .byteOrderMark), ("\u{FEFF}", .byteOrderMark),
    ])
    func `a text that ends early, has something after its value or begins with a byte order mark is refused`(
        text: String, reason: JSONSyntaxError
    ) {
        #expect(throws: reason) { try JSON(parsing: text) }
    }

    @Test(arguments: [
        ("[1,]", JSONSyntaxError.unexpected(byte: 0x5D, wanted: "a value", at: 3)),
        ("[,1]", .unexpected(byte: 0x2C, wanted: "a value", at: 1)),
        ("[1,,2]", .unexpected(byte: 0x2C, wanted: "a value", at: 3)),
        ("[1 2]", .unexpected(byte: 0x32, wanted: "a comma or ]", at: 3)),
        ("[1}", .unexpected(byte: 0x7D, wanted: "a comma or ]", at: 2)),
        ("[:]", .unexpected(byte: 0x3A, wanted: "a value", at: 1)),
        ("]", .unexpected(byte: 0x5D, wanted: "a value", at: 0)),
        ("['a']", .unexpected(byte: 0x27, wanted: "a value", at: 1)),
        ("[+1]", .unexpected(byte: 0x2B, wanted: "a value", at: 1)),
        ("[.5]", .unexpected(byte: 0x2E, wanted: "a value", at: 1)),
        ("[\u{B}1]", .unexpected(byte: 0x0B, wanted: "a value", at: 1)),
        ("[\u{C}]", .unexpected(byte: 0x0C, wanted: "a value", at: 1)),
        ("[\u{A0}1]", .unexpected(byte: 0xC2, wanted: "a value", at: 1)),
        ("/* */ 1", .unexpected(byte: 0x2F, wanted: "a value", at: 0)),
        ("[\"a\" \"b\"]", .unexpected(byte: 0x22, wanted: "a comma or ]", at: 5)),
    ])
    func `an array that is not values separated by single commas is refused`(text: String, reason: JSONSyntaxError) {
        #expect(throws: reason) { try JSON(parsing: text) }
    }

    @Test(arguments: [
        (#"{"a":1,}"#, JSONSyntaxError.unexpected(byte: 0x7D, wanted: "a member name", at: 7)),
        (#"{,"a":1}"#, .unexpected(byte: 0x2C, wanted: "a member name", at: 1)),
        (#"{a:1}"#, .unexpected(byte: 0x61, wanted: "a member name", at: 1)),
        (#"{1:1}"#, .unexpected(byte: 0x31, wanted: "a member name", at: 1)),
        (#"{'a':1}"#, .unexpected(byte: 0x27, wanted: "a member name", at: 1)),
        (#"{"a" 1}"#, .unexpected(byte: 0x31, wanted: "a colon", at: 5)),
        (#"{"a"::1}"#, .unexpected(byte: 0x3A, wanted: "a value", at: 5)),
        (#"{"a","b":1}"#, .unexpected(byte: 0x2C, wanted: "a colon", at: 4)),
        (#"{"a":}"#, .unexpected(byte: 0x7D, wanted: "a value", at: 5)),
        (#"{"a":1 "b":2}"#, .unexpected(byte: 0x22, wanted: "a comma or }", at: 7)),
        (#"{"a":1]"#, .unexpected(byte: 0x5D, wanted: "a comma or }", at: 6)),
        (#"{[]:1}"#, .unexpected(byte: 0x5B, wanted: "a member name", at: 1)),
    ])
    func `an object that is not members separated by single commas is refused`(text: String, reason: JSONSyntaxError) {
        #expect(throws: reason) { try JSON(parsing: text) }
    }

    @Test(arguments: [
        ("NaN", 0), ("[NaN]", 1), ("[Infinity]", 1), ("[nul]", 1), ("[nulll]", 1), ("[True]", 1), ("[tru", 1), ("t", 0),
        ("[truefalse]", 1), ("[nan]", 1), ("undefined", 0), ("[FALSE]", 1), ("{\"a\":falsE}", 5),
    ])
    func `words other than true, false and null are refused`(text: String, byte: Int) {
        #expect(throws: JSONSyntaxError.unknownWord(at: byte)) { try JSON(parsing: text) }
    }

    @Test(arguments: [
        ("[01]", JSONSyntaxError.malformedNumber(at: 2)), ("[-01]", .malformedNumber(at: 3)),
        ("[00]", .malformedNumber(at: 2)), ("[-]", .malformedNumber(at: 2)), ("[--1]", .malformedNumber(at: 2)),
        ("[1.]", .malformedNumber(at: 3)), ("[1.e1]", .malformedNumber(at: 3)), ("[1e]", .malformedNumber(at: 3)),
        ("[1e+]", .malformedNumber(at: 4)), ("[1eE2]", .malformedNumber(at: 3)), ("[-.5]", .malformedNumber(at: 2)),
        ("[-Infinity]", .malformedNumber(at: 2)), ("[0.-1]", .malformedNumber(at: 3)),
        ("-", .unexpectedEnd(at: 1)), ("1.", .unexpectedEnd(at: 2)), ("1e", .unexpectedEnd(at: 2)),
        ("1e-", .unexpectedEnd(at: 3)),
        ("[0x1F]", .unexpected(byte: 0x78, wanted: "a comma or ]", at: 2)),
        ("[1_000]", .unexpected(byte: 0x5F, wanted: "a comma or ]", at: 2)),
        ("[1.2.3]", .unexpected(byte: 0x2E, wanted: "a comma or ]", at: 4)),
        ("[1e2.5]", .unexpected(byte: 0x2E, wanted: "a comma or ]", at: 4)),
        ("[1-2]", .unexpected(byte: 0x2D, wanted: "a comma or ]", at: 2)), ("0e1x", .trailing(at: 3)),
        ("[１]", .unexpected(byte: 0xEF, wanted: "a value", at: 1)),
    ])
    func `a number outside JSON's grammar is refused`(text: String, reason: JSONSyntaxError) {
        #expect(throws: reason) { try JSON(parsing: text) }
    }

    @Test(arguments: [
        ("[\"a\nb\"]", JSONSyntaxError.controlCharacter(0x0A, at: 3)), ("[\"\t\"]", .controlCharacter(0x09, at: 2)),
        ("[\"\0\"]", .controlCharacter(0, at: 2)), ("{\"\u{1F}\":1}", .controlCharacter(0x1F, at: 2)),
        (#"["\a"]"#, .unknownEscape(at: 2)), (#"["ab\x00"]"#, .unknownEscape(at: 4)),
        (#"["\'"]"#, .unknownEscape(at: 2)),
        (#"["\u00A"]"#, .unknownEscape(at: 2)), (#"["\u12"]"#, .unknownEscape(at: 2)),
        (#"["\u"]"#, .unknownEscape(at: 2)),
        (#"["\u00G0"]"#, .unknownEscape(at: 2)), (#"["\U0041"]"#, .unknownEscape(at: 2)),
        (#"["\u+123"]"#, .unknownEscape(at: 2)),
        (#"["\é"]"#, .unknownEscape(at: 2)), ("[\"\\\n\"]", .unknownEscape(at: 2)),
        (#"["\uD800"]"#, .loneSurrogate(at: 2)), (#"["a\uDC00"]"#, .loneSurrogate(at: 3)),
        (#"["\uD800\uD800\uDC00"]"#, .loneSurrogate(at: 2)), (#"["\uD800x\uDC00"]"#, .loneSurrogate(at: 2)),
        (#"["\uDC00\uD800"]"#, .loneSurrogate(at: 2)), (#"["\uD800\u0041"]"#, .loneSurrogate(at: 2)),
        (#"["\uD800\n"]"#, .loneSurrogate(at: 2)), (#"["\uD83D\uDC4D\uD83D"]"#, .loneSurrogate(at: 14)),
        (#"{"\uDFFF":1}"#, .loneSurrogate(at: 2)),
    ])
    func `a string with raw control characters, unknown escapes or lone surrogates is refused`(
        text: String, reason: JSONSyntaxError
    ) {
        #expect(throws: reason) { try JSON(parsing: text) }
    }

    @Test(
        arguments: [
            ([0x80], 0), ([0xBF], 0), ([0xFF], 0), ([0xFE], 0), ([0x61, 0xC3], 1), ([0xC3, 0x28], 0),
            ([0xC0, 0xAF], 0),
            ([0xC1, 0xBF], 0), ([0xE0, 0x80, 0xAF], 0), ([0xE0, 0x9F, 0xBF], 0), ([0xE2, 0x82], 0),
            ([0xE2, 0x28, 0xA1], 0),
            ([0xE2, 0x82, 0x28], 0), ([0xED, 0xA0, 0x80], 0), ([0xED, 0xBF, 0xBF], 0), ([0xF0, 0x8F, 0xBF, 0xBF], 0),
            ([0xF0, 0x9F, 0x98], 0), ([0xF0, 0x28, 0x8C, 0xBC], 0), ([0xF0, 0x90, 0x28, 0xBC], 0),
            ([0xF0, 0x90, 0x8C, 0x28], 0),
            ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xC3, 0xA9, 0xE9], 2),
            ([0x5C, 0x6E, 0xE9], 2), ([0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], 0),
        ] as [([UInt8], Int)])
    func `bytes that are not UTF-8 are refused at their first byte`(bytes: [UInt8], byte: Int) {
        let quote: [UInt8] = [0x22]
        #expect(throws: JSONSyntaxError.invalidUTF8(at: 1 + byte)) { try JSON(parsing: quote + bytes + quote) }
        #expect(throws: JSONSyntaxError.invalidUTF8(at: 3 + byte)) {
            try JSON(parsing: [0x7B, 0x20] + quote + bytes + quote + [0x3A, 0x31, 0x7D])
        }
    }

    @Test func `texts in UTF-16 are refused at their first byte`() {
        #expect(throws: JSONSyntaxError.unexpected(byte: 0xFF, wanted: "a value", at: 0)) {
            try JSON(parsing: [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00])
        }
        #expect(throws: JSONSyntaxError.unexpected(byte: 0x00, wanted: "a value", at: 0)) {
            try JSON(parsing: [0x00, 0x5B, 0x00, 0x5D])
        }
    }
}
