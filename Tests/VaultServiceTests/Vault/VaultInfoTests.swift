import Contracts
import Foundation
import JSONRPC
import Primitives
import StrictJSON
import Testing

@Suite struct `vault.info` {
    @Test func `plays its example: head, counts and limits`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let (params, example) = VaultInfo.example
        let empty = try await person.call(VaultInfo.self, params)
        #expect(empty.head == 0 && empty.items == 0 && empty.bytes == 0)
        #expect(empty.limits == example.limits)
        for text in ["one", "two", "three"] { try await person.push(person.create(text)) }
        let full = try await person.call(VaultInfo.self, params)
        #expect(full.head == example.head && full.items == example.items)
        #expect(full.epoch == empty.epoch)
        #expect(
            full.bytes
                == [#"{"text":"one"}"#, #"{"text":"two"}"#, #"{"text":"three"}"#].reduce(0) { $0 + $1.utf8.count })
    }

    @Test func `the published limits are those of the documentation`() async throws {
        let fixture = try await VaultFixture()
        let answer = try await fixture.person().call(VaultInfo.self, Nothing())
        guard case .object(let published) = try WireEncoder().encode(answer.limits) else { return #expect(Bool(false)) }
        var documented: [String: Int64] = [:]
        for line in try Self.page().split(separator: "\n") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if cells.count == 3, cells[0].hasPrefix("`") {
                let value: Int64 = try #require(Self.number(cells[1]), "\(line)")
                documented[cells[0].filter { $0 != "`" }] = value
            }
        }
        #expect(documented.count == 13)
        for (name, value) in published { #expect(value == .number(JSONNumber(documented[name] ?? -1)), "\(name)") }
        #expect(documented.keys.sorted() == published.keys.sorted())
    }

    /// The section *Items* of the page about the vault.
    private static func page() throws -> Substring {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let text = try String(
            contentsOf: root.appending(path: "Sources/Docs/Docs.docc/Vault.md"), encoding: .utf8)
        let start = try #require(text.range(of: "## Items")), end = try #require(text.range(of: "## Revs"))
        return text[start.upperBound..<end.lowerBound]
    }

    /// The number at the beginning of a text such as "20 000 operations" or "64 KiB".
    private static func number(_ text: String) -> Int64? {
        let words = text.split(separator: " "), digits = words.prefix { $0.allSatisfy(\.isNumber) }
        let units: [Substring: Int64] = ["KiB": 1 << 10, "MiB": 1 << 20]
        let unit = words.dropFirst(digits.count).first.flatMap { units[$0] } ?? 1
        return Int64(digits.joined()).map { $0 * unit }
    }
}
