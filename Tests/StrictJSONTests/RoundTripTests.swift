import Foundation
import StrictJSON
import Support
import Testing

@Suite struct RoundTripTests {
    @Test func `an encoded value is parsed to the same value`() throws {
        var walk = RandomWalk()
        for _ in 0..<300 {
            let value = walk.json(depth: 4)
            #expect(try JSON(parsing: value.encoded()) == value, "\(walk.note)")
            #expect(try JSON(parsing: value.canonical()) == value, "\(walk.note)")
            #expect(try JSON(parsing: value.encoded()).encoded() == value.encoded(), "\(walk.note)")
            #expect(try WireDecoder().decode(JSON.self, from: value) == value, "\(walk.note)")
            #expect(try WireEncoder().encode(value) == value, "\(walk.note)")
        }
    }

    @Test func `a text with one changed byte is refused or can be encoded again`() throws {
        var walk = RandomWalk()
        for _ in 0..<3_000 {
            var bytes = walk.json(depth: 2).encoded()
            for _ in 0..<Int.random(in: 1...3, using: &walk) {
                bytes[Int.random(in: bytes.indices, using: &walk)] = .random(in: 0...255, using: &walk)
            }
            guard let value = try? JSON(parsing: bytes) else { continue }
            #expect(try JSON(parsing: value.encoded()) == value, "\(walk.note)")
        }
    }

    @Test func `Python parses the same values and computes the same canonical form`() throws {
        var walk = RandomWalk()
        let folder = scratchFolder()
        let values = (0..<300).map { _ in walk.json(depth: 4) }
        let written = folder + "/written", sorted = folder + "/sorted"
        try Data(values.map { $0.encoded() }.joined(separator: [0x0A])).write(to: URL(filePath: written))
        try Data(values.map { $0.canonical() }.joined(separator: [0x0A])).write(to: URL(filePath: sorted))
        let oracle = try ChildProcess(["python3", "-c", Self.oracle, written, sorted])
        let printed = oracle.rest().utf8
        #expect(oracle.end() == 0, "\(walk.note)")
        let lines = printed.split(separator: 0x0A).map(Array.init)
        try #require(lines.count == values.count, "\(walk.note)")
        for (line, value) in zip(lines, values) {
            #expect(try JSON(parsing: line) == value, "\(walk.note)")
        }
    }

    /// Prints each line as Python parsed it, and compares the canonical forms. Numbers are tokens on both sides.
    private static let oracle = #"""
        import json, sys
        def read(line):
            return json.loads(line, parse_int=lambda t: {"#number": t}, parse_float=lambda t: {"#number": t})
        def write(value):
            if isinstance(value, dict):
                if list(value) == ["#number"]:
                    return value["#number"]
                return "{" + ",".join(json.dumps(k) + ":" + write(v) for k, v in value.items()) + "}"
            if isinstance(value, list):
                return "[" + ",".join(map(write, value)) + "]"
            return json.dumps(value)
        def canonical(value):
            if isinstance(value, dict):
                if list(value) == ["#number"]:
                    return value["#number"]
                items = sorted(value.items(), key=lambda item: item[0].encode("utf-16-be"))
                return "{" + ",".join(json.dumps(k, ensure_ascii=False) + ":" + canonical(v) for k, v in items) + "}"
            if isinstance(value, list):
                return "[" + ",".join(map(canonical, value)) + "]"
            return json.dumps(value, ensure_ascii=False)
        written = open(sys.argv[1], "rb").read().decode("utf-8").split("\n")
        sorted_ = open(sys.argv[2], "rb").read().decode("utf-8").split("\n")
        assert len(written) == len(sorted_)
        for line, in_order in zip(written, sorted_):
            value = read(line)
            assert canonical(value) == in_order, (canonical(value), in_order)
            sys.stdout.write(write(value) + "\n")
        """#
}

extension RandomWalk {
    /// Returns a random value of at most the given depth. Edge cases of numbers and strings are frequent.
    mutating func json(depth: Int) -> JSON {
        switch UInt64.random(in: 0..<(depth > 0 ? 7 : 4), using: &self) {
        case 0: [JSON.null, true, false].randomElement(using: &self) ?? .null
        case 1: StrictJSONTests.number(token())
        case 2, 3: .string(text())
        case 4, 5:
            .object(
                JSONObject((0..<Int.random(in: 0...20, using: &self)).map { _ in (text(), json(depth: depth - 1)) }))
        default: .array((0..<Int.random(in: 0...5, using: &self)).map { _ in json(depth: depth - 1) })
        }
    }

    private mutating func token() -> String {
        let whole = String(Int64.random(in: .min ... .max, using: &self) >> Int64.random(in: 0...63, using: &self))
        let fraction = Bool.random(using: &self) ? "." + String(UInt8.random(in: 0...255, using: &self)) : ""
        let sign = ["", "+", "-"].randomElement(using: &self) ?? ""
        return whole + fraction + (Bool.random(using: &self) ? "e\(sign)\(UInt8.random(in: 0...99, using: &self))" : "")
    }

    private mutating func text() -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &self) {
            let range: ClosedRange<UInt32> =
                [0...0x1F, 0x20...0x7F, 0x80...0x7FF, 0x300...0x36F, 0xE000...0xFFFF, 0x10000...0x10FFFF]
                .randomElement(using: &self) ?? 0...0
            text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? "x")
        }
        return text
    }
}
