import Stories
import StrictJSON
import Testing

@Suite struct ExpectationTests {
    @Test(
        arguments: [
            // expected, actual, the path of the difference; nil for none
            ("a", "a", nil), ("a", "b", ""), (1, 1, nil), (1, 2, ""), (true, false, ""), ("*", 3, nil), ("*", nil, ""),
            ("*", .null, ""), (.null, nil, nil), (.null, .null, nil), (.null, 0, ""),
            (["matches": "[0-9]{2}"], "42", nil), (["matches": "[0-9]{2}"], "421", ""),
            (["matches": "[0-9]{2}"], 42, ""),
            (["a": 1], ["a": 1, "b": 2], nil), (["a": 1, "c": .null], ["a": 1, "b": 2], nil), (["a": 1], ["b": 1], "a"),
            (["a": ["b": [1, 2]]], ["a": ["b": [1, 3]]], "a.b[1]"), ([1, 2], [2, 1], "[0]"), ([1], [1, 2], ""),
            ([], [], nil),
            ([], [1], ""), (["a": 1], [1], ""),
        ] as [(JSON, JSON?, String?)]) func `the difference between an expectation and an answer has its path`(
            expected: JSON, actual: JSON?, path: String?
        ) throws
    {
        #expect(try Expectation.difference(expected, actual)?.path == path)
    }

    @Test func `variables are substituted, set by path, and refused while they have no value`() throws {
        var variables = StoryVariables()
        try variables.take("code", "entries[1].code", from: ["entries": [["code": "1"], ["code": "2"]]])
        #expect(try variables.substituted(in: ["a": ["$code", "code"]] as JSON) == ["a": ["2", "code"]])
        #expect(throws: StoryError.self) { try variables.substituted(in: "$other" as JSON) }
        #expect(throws: StoryError.self) { try variables.take("x", "entries[2].code", from: ["entries": []]) }
    }

    @Test(arguments: [
        #"{"title": "t", "steps": []}"#, #"{"title": "t", "steps": [{}]}"#,
        #"{"title": "t", "steps": [{"do": "list"}]}"#,
        #"{"title": "t", "steps": [{"as": "A", "do": "fly"}]}"#,
        #"{"title": "t", "steps": [{"as": "A", "do": "list", "atOnce": 1}]}"#,
        #"{"title": "t", "steps": [{"as": "A", "do": "list", "loses": 1}]}"#,
        #"{"title": "t", "steps": [{"as": "A", "call": "account.me", "atOnce": 2}]}"#,
        #"{"title": "t", "steps": [{"as": "A", "call": "account.me", "loses": "account.me"}]}"#,
        #"{"title": "t", "steps": [{"putProfile": "A"}]}"#,
        #"{"title": "t", "steps": [{"administrator": "user promote"}]}"#,
        #"{"title": "t", "steps": [{"note": "n", "expct": 1}]}"#,
        #"{"title": "t", "steps": [{"note": "n", "do": "list"}]}"#, #"{"title": "t", "stps": []}"#,
    ]) func `a story with an unknown or missing member or command is refused`(_ text: String) {
        #expect(throws: StoryError.self) { try Story(Array(text.utf8)) { _ in "" } }
    }
}
