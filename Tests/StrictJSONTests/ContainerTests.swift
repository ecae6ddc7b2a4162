import StrictJSON
import Testing

/// Encodes and decodes types with hand-written coding.
@Suite struct ContainerTests {
    /// An enum that encodes its case and its members with two containers on one value.
    private enum Shape: Codable, Equatable {
        case circle(radius: Int), square(side: Int)
        enum Kind: String, CodingKey { case kind }
        enum Keys: String, CodingKey { case radius, side }
        init(from decoder: any Decoder) throws {
            let kind = try decoder.container(keyedBy: Kind.self).decode(String.self, forKey: .kind)
            let members = try decoder.container(keyedBy: Keys.self)
            switch kind {
            case "circle": self = .circle(radius: try members.decode(Int.self, forKey: .radius))
            case "square": self = .square(side: try members.decode(Int.self, forKey: .side))
            default:
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath + [Kind.kind], debugDescription: "No such shape."))
            }
        }
        func encode(to encoder: any Encoder) throws {
            var kind = encoder.container(keyedBy: Kind.self)
            var members = encoder.container(keyedBy: Keys.self)
            switch self {
            case .circle(let radius):
                try kind.encode("circle", forKey: .kind)
                try members.encode(radius, forKey: .radius)
            case .square(let side):
                try kind.encode("square", forKey: .kind)
                try members.encode(side, forKey: .side)
            }
        }
    }

    /// A type that writes to two nested containers alternately.
    private struct Turns: Codable, Equatable {
        enum Keys: String, CodingKey { case list, inner, last }
        enum InnerKeys: String, CodingKey { case x }
        var list: [Int]
        var x: Int
        init(list: [Int], x: Int) { (self.list, self.x) = (list, x) }
        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Keys.self)
            var elements = try outer.nestedUnkeyedContainer(forKey: .list)
            list = []
            while !elements.isAtEnd { list.append(try elements.decode(Int.self)) }
            x = try outer.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner).decode(Int.self, forKey: .x)
        }
        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Keys.self)
            var elements = outer.nestedUnkeyedContainer(forKey: .list)
            var inner = outer.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
            for (index, element) in list.enumerated() {
                try elements.encode(element)
                if index == 0 { try inner.encode(x, forKey: .x) }
            }
            try outer.encodeNil(forKey: .last)
        }
    }

    private class Base: Codable {
        var a = 1
    }
    private final class Derived: Base {
        enum Keys: CodingKey { case b }
        var b = 2
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Keys.self)
            b = try members.decode(Int.self, forKey: .b)
            try super.init(from: members.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Keys.self)
            try super.encode(to: members.superEncoder())
            try members.encode(b, forKey: .b)
        }
    }

    @Test func `two containers on one value are one object, and the members of both are known`() throws {
        #expect(
            try WireEncoder().encode([Shape.circle(radius: 1), .square(side: 2)]).text
                == #"[{"kind":"circle","radius":1},{"kind":"square","side":2}]"#)
        let strict = WireDecoder(unknownMembers: .refused)
        #expect(try strict.decode(Shape.self, from: ["kind": "square", "side": 2]) == .square(side: 2))
        #expect(throws: WireFault(path: "[0].depth", problem: .unknownMember)) {
            try strict.decode([Shape].self, from: [["kind": "square", "side": 2, "depth": 3]])
        }
        #expect(throws: WireFault(path: "[0].kind", problem: .invalid("No such shape."))) {
            try strict.decode([Shape].self, from: [["kind": "blob"]])
        }
    }

    @Test func `nested containers may be written alternately`() throws {
        let value = Turns(list: [1, 2, 3], x: 9)
        #expect(try WireEncoder().encode(value).text == #"{"list":[1,2,3],"inner":{"x":9},"last":null}"#)
        #expect(
            try WireDecoder(unknownMembers: .refused).decode(Turns.self, from: WireEncoder().encode(value)) == value)
        #expect(
            try WireEncoder().encode([value, Turns(list: [], x: 0)]).text
                == #"[{"list":[1,2,3],"inner":{"x":9},"last":null},{"list":[],"inner":{},"last":null}]"#)
    }

    @Test func `an unknown member of a nested container is refused too`() {
        #expect(throws: WireFault(path: "inner.y", problem: .unknownMember)) {
            try WireDecoder(unknownMembers: .refused)
                .decode(Turns.self, from: ["list": [], "inner": ["x": 1, "y": 2]])
        }
    }

    @Test func `a class may encode the members of its superclass`() throws {
        let json = try WireEncoder().encode(Derived())
        #expect(json.text == #"{"super":{"a":1},"b":2}"#)
        let read = try WireDecoder(unknownMembers: .refused).decode(Derived.self, from: ["super": ["a": 5], "b": 6])
        #expect(read.a == 5)
        #expect(read.b == 6)
        #expect(throws: WireFault(path: "super.c", problem: .unknownMember)) {
            try WireDecoder(unknownMembers: .refused)
                .decode(Derived.self, from: ["super": ["a": 5, "c": 1], "b": 6])
        }
    }
}
