import Contracts
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

@Suite struct OwedTests {
    private static let id = SecretID(bits: 1)
    private static let operation = OperationID(bits: 2)
    private static let version = ItemBase(epoch: EpochID(bits: 3), rev: DecimalInt64(4))

    private static func entry(base: JSONObject?, body: JSONObject?, parked: String? = nil) -> LocalEntry {
        LocalEntry(
            id: id, kind: "otp", base: base.map { .init(version: version, body: $0) }, body: body, sent: nil,
            parked: parked,
            made: Instant(ms: 0))
    }

    private static func owed(_ entry: LocalEntry) -> PushOp? { entry.owed(knownSeq: DecimalInt64(5), id: operation) }

    @Test func `a new entry owes a create without a base`() throws {
        let op = try #require(Self.owed(Self.entry(base: nil, body: ["a": 1])))
        #expect(op.type == .create && op.base == nil && op.body == ["a": 1] && op.kind == "otp")
        #expect(op.knownSeq == DecimalInt64(5))
    }

    @Test func `any number of edits owe one update on the first base`() throws {
        let op = try #require(Self.owed(Self.entry(base: ["a": 1], body: ["a": 3])))
        #expect(op.type == .update && op.base == Self.version && op.body == ["a": 3])
    }

    @Test func `an edit and then a delete owe a delete on the first base`() throws {
        let op = try #require(Self.owed(Self.entry(base: ["a": 1], body: nil)))
        #expect(op.type == .delete && op.base == Self.version && op.body == nil)
    }

    @Test func `nothing is owed where both sides agree, nor for what was made and deleted here, nor while parked`() {
        #expect(Self.owed(Self.entry(base: ["a": 1], body: ["a": 1])) == nil)
        #expect(Self.owed(Self.entry(base: nil, body: nil)) == nil)
        #expect(Self.owed(Self.entry(base: ["a": 1], body: ["a": 2], parked: "limitReached")) == nil)
    }

    @Test func `what was sent and not answered is owed again word for word, whatever was edited since`() {
        var entry = Self.entry(base: nil, body: ["a": 1])
        let sent = Self.owed(entry)
        entry.sent = sent
        entry.body = ["a": 2]
        #expect(entry.owed(knownSeq: DecimalInt64(99), id: OperationID(bits: 77)) == sent)
    }
}
