import StrictJSON
import Testing

@Suite struct ObjectTests {
    @Test func `a member is replaced at its position, appended or removed`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = 4
        object["b"] = nil
        object["d"] = nil
        #expect(object.keys == ["a", "c"])
        #expect(JSON.object(object).text == #"{"a":3,"c":4}"#)
        object["a"] = .null
        #expect(object["a"] == .some(.null))
    }

    @Test func `of two members with one name the last value is kept at the first position`() {
        #expect(JSON.object(JSONObject([("a", 1), ("b", 2), ("a", 3)])).text == #"{"a":3,"b":2}"#)
        #expect(JSON.object(JSONObject([("a", 1), ("a", 2), ("a", 3)])).text == #"{"a":3}"#)
    }

    @Test func `objects are equal, and have the same hash, in any order of members`() {
        let one: JSON = ["a": 1, "b": ["c": 2, "d": 3]]
        let other: JSON = ["b": ["d": 3, "c": 2], "a": 1]
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != ["a": 1, "b": ["c": 2, "d": 4]])
        #expect(one != ["a": 1])
        #expect(["a": nil] as JSON != [:])
    }

    @Test func `an object made of written text has its members, equals the parsed one and is written unchanged`() throws
    {
        let text = #"{"b":[1,{"c":"\u001f"}],"a":9007199254740993}"#
        let parsed = try #require(try JSON(parsing: text).object)
        var written = JSONObject(written: Array(text.utf8))
        #expect(written == parsed)
        #expect(written.hashValue == parsed.hashValue)
        #expect(written.keys == ["b", "a"])
        #expect(written["a"] == parsed["a"])
        #expect(JSON.object(written).text == text)
        #expect(JSON.object(written).canonical() == JSON.object(parsed).canonical())
        written["a"] = nil
        #expect(JSON.object(written).text == #"{"b":[1,{"c":"\u001f"}]}"#)
    }

    @Test func `an object made of text that is no object has no members`() {
        #expect(JSONObject(written: Array("[1]".utf8)).isEmpty)
        #expect(JSONObject(written: []).isEmpty)
    }

    @Test func `canonically equivalent strings are different in JSON`() {
        #expect(JSON.string("\u{E9}") != .string("e\u{301}"))
        #expect((["\u{E9}": 1] as JSON) != ["e\u{301}": 1])
        #expect(Set([JSON.string("\u{E9}"), .string("e\u{301}")]).count == 2)
    }

    @Test func `access to a value of another type, a missing member or a missing element is nil`() throws {
        let value = try JSON(parsing: #"{"a":[true,null,"x",1.5,{}]}"#)
        #expect(value["a"]?[0]?.bool == true)
        #expect(value["a"]?[1]?.isNull == true)
        #expect(value["a"]?[2]?.string == "x")
        #expect(value["a"]?[3]?.number?.double == 1.5)
        #expect(value["a"]?[4]?.object?.isEmpty == true)
        #expect(value["a"]?[5] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["b"] == nil)
        #expect(value.array == nil)
        #expect(value["a"]?.object == nil)
        #expect(value["a"]?["b"] == nil)
    }
}
