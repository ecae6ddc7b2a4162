import StrictJSON
import Testing

@Suite struct WireDecoderTests {
    private struct Op: Codable, Equatable {
        enum Kind: String, Codable { case put, delete }
        var op: Kind
        var base: Int?
    }
    private struct Push: Codable, Equatable {
        var id: String
        var ops: [Op]
        var note: String?
        var labels: [String: Int]?
    }

    private func push(_ text: String, _ unknown: WireDecoder.UnknownMembers = .refused) throws -> Push {
        try WireDecoder(unknownMembers: unknown).decode(Push.self, from: JSON(parsing: text))
    }

    @Test func `a value is decoded to its type`() throws {
        let text = #"{"id":"x","ops":[{"op":"put","base":7},{"op":"delete"}],"labels":{"any":1,"name":2}}"#
        let expected = Push(
            id: "x", ops: [Op(op: .put, base: 7), Op(op: .delete)], note: nil, labels: ["any": 1, "name": 2])
        #expect(try push(text) == expected)
    }

    @Test func `null for an optional member is the same as absent`() throws {
        #expect(try push(#"{"id":"x","ops":[],"note":null,"labels":null}"#) == Push(id: "x", ops: []))
    }

    @Test(arguments: [
        (#"{"ops":[]}"#, "id", WireFault.Problem.missing),
        (#"{"id":1,"ops":[]}"#, "id", .wrongType(expected: "a string")),
        (#"{"id":null,"ops":[]}"#, "id", .wrongType(expected: "a string")),
        (#"{"id":"x","ops":{}}"#, "ops", .wrongType(expected: "an array")),
        (#"{"id":"x","ops":[3]}"#, "ops[0]", .wrongType(expected: "an object")),
        (#"{"id":"x","ops":[{"op":"put"},{}]}"#, "ops[1].op", .missing),
        (#"{"id":"x","ops":[{"op":"burn"}]}"#, "ops[0].op", .invalid("It is not one of the known values.")),
        (#"{"id":"x","ops":[{"op":"put","base":1.0}]}"#, "ops[0].base", .wrongType(expected: "an integer")),
        (#"{"id":"x","ops":[],"labels":{"a":"b"}}"#, "labels.a", .wrongType(expected: "an integer")),
        (#"[]"#, "", .wrongType(expected: "an object")),
    ])
    func `a fault names the member and the problem`(text: String, path: String, problem: WireFault.Problem) {
        #expect(throws: WireFault(path: path, problem: problem)) { try push(text) }
    }

    @Test(arguments: [
        (#"{"id":"x","ops":[{"op":"put","bas":1}]}"#, "ops[0].bas"), (#"{"id":"x","ops":[],"mote":1}"#, "mote"),
        (#"{"Id":"x","ops":[]}"#, "Id"), (#"{"id":"x","ops":[{"op":"put"},{"pp":"put"}]}"#, "ops[1].pp"),
    ])
    func `an unknown member is refused by name, even if a required one is missing`(text: String, path: String) {
        #expect(throws: WireFault(path: path, problem: .unknownMember)) { try push(text) }
    }

    @Test func `a decoder can ignore unknown members`() throws {
        #expect(try push(#"{"id":"x","new":{"a":1},"ops":[]}"#, .ignored) == Push(id: "x", ops: []))
    }

    @Test func `a long name of an unknown member is cut in the fault`() {
        let name = String(repeating: "n", count: 5000)
        #expect(throws: WireFault(path: String(name.prefix(64)), problem: .unknownMember)) {
            try push("{\"id\":\"x\",\"ops\":[],\"\(name)\":1}")
        }
    }

    @Test(
        arguments: [
            ("127", 127), ("-128", -128), ("0", 0), ("128", nil), ("-129", nil), ("1e1", nil), ("1.0", nil),
            ("\"1\"", nil), ("true", nil), ("null", nil), ("99999999999999999999999", nil),
        ] as [(String, Int8?)])
    func `an integer is decoded only from an integral token that fits`(text: String, value: Int8?) throws {
        let json = try JSON(parsing: text)
        #expect((try? WireDecoder().decode(Int8.self, from: json)) == value)
        #expect((try? WireDecoder().decode([Int8].self, from: [json])) == value.map { [$0] })
        #expect((try? WireDecoder().decode([String: Int8].self, from: ["a": json])) == value.map { ["a": $0] })
    }

    @Test func `the fault for an integer out of range names the range`() {
        #expect(throws: WireFault(path: "[0]", problem: .invalid("It must lie between 0 and 255."))) {
            try WireDecoder().decode([UInt8].self, from: [256])
        }
    }

    @Test func `a Double is decoded from any number that fits, a Bool only from true and false`() throws {
        #expect(try WireDecoder().decode([Double].self, from: JSON(parsing: "[1, 1.5, 1e3]")) == [1, 1.5, 1000])
        #expect(throws: WireFault(path: "[0]", problem: .invalid("It is too large."))) {
            try WireDecoder().decode([Double].self, from: JSON(parsing: "[1e400]"))
        }
        #expect(throws: WireFault(path: "", problem: .wrongType(expected: "true or false"))) {
            try WireDecoder().decode(Bool.self, from: 1)
        }
        #expect(throws: WireFault(path: "", problem: .wrongType(expected: "a number"))) {
            try WireDecoder().decode(Float.self, from: "1")
        }
    }

    @Test func `a dictionary of many members is decoded completely`() throws {
        let object = JSONObject((0..<1000).map { ("n\($0)", JSON.number(JSONNumber($0))) })
        let decoded = try WireDecoder(unknownMembers: .refused).decode([String: Int].self, from: .object(object))
        #expect(decoded.count == 1000)
        #expect(decoded["n999"] == 999)
    }

    @Test func `a fault is one sentence`() {
        #expect(WireFault(path: "ops[0].id", problem: .missing).description == "ops[0].id is missing.")
        #expect(
            WireFault(path: "", problem: .wrongType(expected: "an object")).description
                == "The value must be an object.")
        #expect(
            WireFault(path: "bas", problem: .unknownMember).description == "bas is not a member that is known here.")
        #expect(WireFault(path: "a", problem: .invalid("No.")).description == "a is refused: No.")
    }
}
