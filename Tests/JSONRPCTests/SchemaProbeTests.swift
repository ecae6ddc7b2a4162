import Testing

@testable import JSONRPC

/// The shape that a type of a contract has in its documents.
@Suite struct SchemaProbeTests {
    /// `Double` has no JSON Schema.
    private struct Measured: WireObject {
        var word: String?
        var length: Double?
        enum CodingKeys: String, CodingKey { case word, length }
        static func describe(_ key: CodingKeys) -> Field { Field("A member") }
    }

    @Test func `an optional member of a type without a JSON Schema is refused, and not left out`() {
        #expect(throws: SchemaProbe.UnsupportedType.self) { try SchemaProbe().sample(of: Measured.self) }
    }

    @Test func `members are described in their order, with those that may be absent`() {
        let members = Schema(of: InternalOnly.Params.self).members
        #expect(members.map(\.name) == ["names", "at", "word"])
        #expect(members.allSatisfy { !$0.isRequired })
        #expect(Schema(of: Subtract.Params.self).members.map(\.isRequired) == [true, true])
    }
}
