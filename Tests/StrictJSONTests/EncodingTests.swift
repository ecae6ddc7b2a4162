import StrictJSON
import Testing

@Suite struct EncodingTests {
    @Test func `a value is encoded without white space and in order`() {
        let value: JSON = ["b": [1, 2.5, nil, true, false], "a": ["": "x"], "e": [:], "l": []]
        #expect(value.text == #"{"b":[1,2.5,null,true,false],"a":{"":"x"},"e":{},"l":[]}"#)
        #expect(value.description == value.text)
    }

    @Test(arguments: [
        ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
        ("\0\u{1}\u{f}\u{10}\u{1f}", #""\u0000\u0001\u000f\u0010\u001f""#),
        ("\u{7f}é€😀\u{2028}", "\"\u{7f}é€😀\u{2028}\""), ("", "\"\""), ("\n", #""\n""#), ("a\"", #""a\"""#),
    ])
    func `only quotes, backslashes and control characters are escaped`(string: String, written: String) {
        #expect(JSON.string(string).text == written)
    }

    @Test func `encoding appends to existing bytes`() {
        var bytes: [UInt8] = Array("x".utf8)
        JSON.array([1]).encode(into: &bytes)
        #expect(bytes == Array("x[1]".utf8))
    }

    @Test func `canonical names are sorted by UTF-16 units, as in RFC 8785`() throws {
        // The example of RFC 8785, section 3.2.3.
        let value = try JSON(
            parsing: #"""
                {"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
                 "\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}
                """#)
        let sorted = try #require(JSON(parsing: value.canonical()).object)
        #expect(
            sorted.map(\.value.string) == [
                "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
                "Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh",
            ])
    }

    @Test func `canonical strings are escaped as in RFC 8785`() throws {
        // The string of RFC 8785, section 3.2.2.
        let value = try JSON(parsing: #"{"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"}"#)
        #expect(value.canonical() == Array(#"{"string":"€$\u000f\nA'B\"\\\\\"/"}"#.utf8))
    }

    @Test func `canonical literals and nesting are those of RFC 8785, numbers keep their token`() throws {
        let value = try JSON(parsing: #"{ "literals": [null, true, false], "b": {"z": 1.0, "a": 1E30}, "a": [] }"#)
        #expect(value.canonical() == Array(#"{"a":[],"b":{"a":1E30,"z":1.0},"literals":[null,true,false]}"#.utf8))
    }

    @Test func `the canonical form does not depend on the order of members`() {
        #expect((["a": 1, "b": 2] as JSON).canonical() == (["b": 2, "a": 1] as JSON).canonical())
        #expect((["a": 1] as JSON).canonical() != (["a": 1.0] as JSON).canonical())
    }
}
