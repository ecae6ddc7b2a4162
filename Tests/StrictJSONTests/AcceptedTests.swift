import StrictJSON
import Testing

/// Texts that RFC 8259 allows, with their values. The categories are those of the JSON parsing test suites.
@Suite struct AcceptedTests {
    private static let texts: [(String, JSON)] = [
        ("[]", []), ("{}", [:]), ("[[]   ]", [[]]), (" \t\r\n[1]\n", [1]), ("[\n]", []),
        ("null", nil), ("true", true), ("false", false), ("\"\"", ""), ("42", 42), ("-0.1", number("-0.1")),
        ("[null, 1, \"1\", {}]", [nil, 1, "1", [:]]),
        ("[1,null,null,null,2]", [1, nil, nil, nil, 2]),
        (#"{"a":"b","c":{"d":[]}}"#, ["a": "b", "c": ["d": []]]),
        (#"{"":0}"#, ["": 0]),
        (#"{"a" : 1 , "b":2}"#, ["a": 1, "b": 2]),
        (#"{"foo\u0000bar": 42}"#, ["foo\0bar": 42]),
        (#"{"a":1,"A":2}"#, ["a": 1, "A": 2]),
        ("[0]", [number("0")]), ("[-0]", [number("-0")]), ("[123e65]", [number("123e65")]),
        ("[0e+1]", [number("0e+1")]), ("[20e1]", [number("20e1")]), ("[1E22]", [number("1E22")]),
        ("[1E-2]", [number("1E-2")]), ("[123.456e78]", [number("123.456e78")]), ("[1e400]", [number("1e400")]),
        ("[-123123123123123123123]", [number("-123123123123123123123")]),
        (#"["\"\\\/\b\f\n\r\t"]"#, ["\"\\/\u{8}\u{c}\n\r\t"]),
        (#"["\u0061\u30af\u30EA"]"#, ["aクリ"]),
        (#"["\uD801\udc37"]"#, ["\u{10437}"]), (#"["\uDBFF\uDFFE"]"#, ["\u{10FFFE}"]),
        (#"["\\u0000"]"#, ["\\u0000"]), (#"["\u0000"]"#, ["\0"]), (#"["\\n"]"#, ["\\n"]),
        ("[\"\u{7F}\"]", ["\u{7F}"]), ("[\"a/*b*/c/*d//e\"]", ["a/*b*/c/*d//e"]),
        ("[\"\u{2028}\u{2029}\"]", ["\u{2028}\u{2029}"]), ("[\"\u{FEFF}\"]", ["\u{FEFF}"]),
        (
            "[\"\u{80} \u{7FF} \u{800} \u{D7FF} \u{E000} \u{FFFF} \u{10000} \u{10FFFF}\"]",
            ["\u{80} \u{7FF} \u{800} \u{D7FF} \u{E000} \u{FFFF} \u{10000} \u{10FFFF}"]
        ),
        ("\"Grüße aus Köln, und noch etwas länger\"", "Grüße aus Köln, und noch etwas länger"),
    ]

    @Test(arguments: texts)
    func `an allowed text is parsed to its value`(text: String, value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
        #expect(try JSON(parsing: Array(text.utf8)) == value)
    }

    @Test(arguments: texts)
    func `a parsed value is the same after encoding and parsing`(text: String, value: JSON) throws {
        let parsed = try JSON(parsing: text)
        #expect(try JSON(parsing: parsed.encoded()) == parsed)
        #expect(try JSON(parsing: parsed.canonical()) == parsed)
    }

    @Test(arguments: 0...40)
    func `escapes, other characters and control characters are found at every offset of a string`(offset: Int) throws {
        let plain = String(repeating: "x", count: offset)
        for (escape, meaning) in [(#"\""#, "\""), (#"\\"#, "\\"), ("ü", "ü"), (#"\u00fc"#, "ü"), ("\u{7F}", "\u{7F}")] {
            #expect(try JSON(parsing: "\"\(plain)\(escape)\(plain)\"") == .string(plain + meaning + plain))
        }
        #expect(throws: JSONSyntaxError.controlCharacter(0x1F, at: offset + 1)) {
            try JSON(parsing: "\"\(plain)\u{1F}\(plain)\"")
        }
    }

    @Test func `members keep their order`() throws {
        let object = try #require(JSON(parsing: #"{"z":1,"a":2,"m":3}"#).object)
        #expect(object.keys == ["z", "a", "m"])
        #expect(object.map { $0.value.number?.int64 } == [1, 2, 3])
    }

    @Test func `canonically equivalent names are two names`() throws {
        let object = try #require(JSON(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}").object)
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
    }
}

/// Returns the number of a token; a token outside the grammar fails the test that uses it.
func number(_ token: String) -> JSON { JSONNumber(token: token).map(JSON.number) ?? .string("no number: \(token)") }
