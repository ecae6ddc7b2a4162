import Stories
import StrictJSON
import Testing

@Suite struct ExpectationTests {
    @Test(
        arguments: [
            // expected, came, where they differ; nil: they do not
            ("a", "a", nil), ("a", "b", ""), (1, 1, nil), (1, 2, ""), (true, false, ""), ("*", 3, nil), ("*", nil, ""),
            ("*", .null, ""), (.null, nil, nil), (.null, .null, nil), (.null, 0, ""),
            (["matches": "[0-9]{2}"], "42", nil), (["matches": "[0-9]{2}"], "421", ""),
            (["matches": "[0-9]{2}"], 42, ""),
            (["a": 1], ["a": 1, "b": 2], nil), (["a": 1, "c": .null], ["a": 1, "b": 2], nil), (["a": 1], ["b": 1], "a"),
            (["a": ["b": [1, 2]]], ["a": ["b": [1, 3]]], "a.b[1]"), ([1, 2], [2, 1], "[0]"), ([1], [1, 2], ""),
            ([], [], nil),
            ([], [1], ""), (["a": 1], [1], ""),
        ] as [(JSON, JSON?, String?)]) func `an expectation differs exactly where it should`(
            expected: JSON, came: JSON?, place: String?
        ) throws
    {
        #expect(try Expectation.difference(expected, came)?.place == place)
    }

    @Test func `names are filled in, taken by path, and refused while unknown`() throws {
        var names = Names()
        try names.take("code", "entries[1].code", from: ["entries": [["code": "1"], ["code": "2"]]])
        #expect(try names.filled(["a": ["$code", "code"]] as JSON) == ["a": ["2", "code"]])
        #expect(throws: StoryMistake.self) { try names.filled("$other" as JSON) }
        #expect(throws: StoryMistake.self) { try names.take("x", "entries[2].code", from: ["entries": []]) }
    }

    @Test(arguments: [
        #"{"title": "t", "steps": []}"#, #"{"title": "t", "steps": [{}]}"#,
        #"{"title": "t", "steps": [{"do": "list"}]}"#,
        #"{"title": "t", "steps": [{"as": "A", "do": "fly"}]}"#,
        #"{"title": "t", "steps": [{"note": "n", "expct": 1}]}"#,
        #"{"title": "t", "steps": [{"note": "n", "do": "list"}]}"#, #"{"title": "t", "stps": []}"#,
    ]) func `a story with a typo is refused, so that no expectation is left out in silence`(_ text: String) {
        #expect(throws: StoryMistake.self) { try Story(Array(text.utf8)) { _ in "" } }
    }
}
