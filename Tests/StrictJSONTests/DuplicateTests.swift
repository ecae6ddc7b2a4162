import StrictJSON
import Testing

@Suite struct DuplicateTests {
    @Test(arguments: [
        (#"{"a":1,"a":1}"#, "a", 7), (#"{"a":1,"b":2,"a":3}"#, "a", 13), (#"{"":1,"":2}"#, "", 6),
        (#"{"a":1,"\u0061":2}"#, "a", 7), (#"[{"id":1}, {"id":1, "id":2}]"#, "id", 20),
        (#"{"a":{"b":1,"b":2}}"#, "b", 12), ("{\"é\":1,\"é\":2}", "é", 8),
    ])
    func `a duplicate name is refused at its second position`(text: String, name: String, byte: Int) {
        #expect(throws: JSONSyntaxError.duplicateKey(name, at: byte)) { try JSON(parsing: text) }
    }

    @Test func `the same name in two objects is not a duplicate`() throws {
        #expect(try JSON(parsing: #"[{"a":1},{"a":{"a":2}}]"#) == [["a": 1], ["a": ["a": 2]]])
    }

    @Test(arguments: [2, 15, 16, 17, 18, 40, 1000])
    func `a duplicate of any earlier name is found in an object of any size`(count: Int) {
        let names = (0..<count - 1).map { "n\($0)" }
        for again in [0, count / 2, count - 2] {
            let head = "{" + names.map { "\"\($0)\":0," }.joined()
            #expect(throws: JSONSyntaxError.duplicateKey(names[min(again, count - 2)], at: head.utf8.count)) {
                try JSON(parsing: head + "\"\(names[min(again, count - 2)])\":0}")
            }
        }
    }

    @Test func `an object of 100 000 members is parsed`() throws {
        // If the parser compared each name with all earlier names, this test would take minutes.
        let object = JSONObject((0..<100_000).map { ("name \($0)", JSON.number(JSONNumber($0))) })
        let bytes = JSON.object(object).encoded()
        let parsed = try JSON(parsing: bytes, limits: JSONLimits(bytes: bytes.count))
        #expect(parsed == .object(object))
    }
}
