import Foundation
import StrictJSON
import Testing

@Suite struct WireEncoderTests {
    private struct Everything: Codable, Equatable {
        enum Kind: String, Codable { case first, second }
        struct Nothing: Codable, Equatable {}
        var text = "a \"quoted\" line\n"
        var yes = true
        var int = Int64.min
        var byte: UInt8 = 255
        var real = 0.1
        var float: Float = 1.5
        var kind = Kind.second
        var none: Int?
        var some: Int? = 3
        var list: [[Int?]] = [[1, nil], []]
        var nothing = Nothing()
        var free: JSON = ["id": 1.50, "z": nil, "a": [true]]
        var number = JSONNumber(UInt64.max)
        var object: JSONObject = ["k": "v"]
        var byName: [String: Bool] = ["only": true]
    }

    @Test func `every type of member is equal after encoding and decoding`() throws {
        let written = try WireEncoder().bytes(Everything())
        #expect(
            String(decoding: written, as: UTF8.self) == #"""
                {"text":"a \"quoted\" line\n","yes":true,"int":-9223372036854775808,"byte":255,"real":0.1,"float":1.5,\#
                "kind":"second","some":3,"list":[[1,null],[]],"nothing":{},"free":{"id":1.5,"z":null,"a":[true]},\#
                "number":18446744073709551615,"object":{"k":"v"},"byName":{"only":true}}
                """#)
        let read = try WireDecoder(unknownMembers: .refused).decode(Everything.self, from: JSON(parsing: written))
        #expect(read == Everything())
        #expect(try WireEncoder().encode(Everything()) == JSON(parsing: written))
    }

    @Test func `a free JSON member keeps its tokens, its order and its null`() throws {
        struct Free: Codable { var data: JSON; var maybe: JSON? }
        let text = #"{"data":{"z":1.0,"a":1e0,"big":123456789012345678901234567890}}"#
        let read = try WireDecoder(unknownMembers: .refused).decode(Free.self, from: JSON(parsing: text))
        #expect(try WireEncoder().bytes(read) == Array(text.utf8))
        let null = try WireDecoder().decode(Free.self, from: ["data": nil, "maybe": nil])
        #expect(null.data == .null)
        #expect(null.maybe == nil)
    }

    @Test func `a scalar or an empty container is encoded as a whole JSON text`() throws {
        #expect(try WireEncoder().encode("x").text == #""x""#)
        #expect(try WireEncoder().encode(7).text == "7")
        #expect(try WireEncoder().encode(Int?.none).text == "null")
        #expect(try WireEncoder().encode([String: Int]()).text == "{}")
        #expect(try WireEncoder().encode([Bool]()).text == "[]")
        #expect(try WireEncoder().encode(JSON.null).text == "null")
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `a number without a JSON token is refused with its path`(value: Double) {
        do {
            _ = try WireEncoder().bytes(["a": [1, value]])
            Issue.record("the number was encoded")
        } catch EncodingError.invalidValue(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `encoder and decoder set the wire entry of the user info`() throws {
        struct Secret: Codable {
            static let wire = CodingUserInfoKey(rawValue: "latchkey.wire")
            let isWire: Bool
            init(from decoder: any Decoder) throws {
                isWire = Self.wire.flatMap { decoder.userInfo[$0] } as? Bool == true
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(Self.wire.flatMap { encoder.userInfo[$0] } as? Bool == true)
            }
        }
        let secrets = try WireDecoder().decode([Secret].self, from: [1, [:]])
        #expect(secrets.map(\.isWire) == [true, true])
        #expect(try WireEncoder().encode(secrets) == [true, true])
        #expect(try JSONEncoder().encode(secrets) == Data("[false,false]".utf8))
    }

    @Test func `Foundation's encoder refuses JSON, and its decoder JSON, JSONNumber and JSONObject`() {
        #expect(throws: (any Error).self) { try JSONEncoder().encode(["a": JSON.number(JSONNumber(1))]) }
        #expect(throws: (any Error).self) { try JSONDecoder().decode([JSON].self, from: Data("[1]".utf8)) }
        #expect(throws: (any Error).self) { try JSONDecoder().decode([JSONNumber].self, from: Data("[1]".utf8)) }
        #expect(throws: (any Error).self) { try JSONDecoder().decode(JSONObject.self, from: Data("{}".utf8)) }
    }

    @Test func `a number or object member refuses a value of another type`() {
        #expect(throws: WireFault(path: "[0]", problem: .wrongType(expected: "a number"))) {
            try WireDecoder().decode([JSONNumber].self, from: ["1"])
        }
        #expect(throws: WireFault(path: "[0]", problem: .wrongType(expected: "an object"))) {
            try WireDecoder().decode([JSONObject].self, from: [[]])
        }
    }
}
