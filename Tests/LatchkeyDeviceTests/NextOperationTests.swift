import Contracts
import Domain
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

@Suite struct NextOperationTests {
    private static let id = SecretID(bits: 1)
    private static let operation = OperationID(bits: 2)
    private static let version = ItemBase(epoch: EpochID(bits: 3), rev: DecimalInt64(4))

    private static func entry(base: JSONObject?, body: JSONObject?, rejected: String? = nil) -> LocalEntry {
        LocalEntry(
            id: id, kind: "otp", base: base.map { .init(version: version, body: $0) }, body: body,
            blocked: rejected.map(Blocked.init), createdAt: Instant(ms: 0))
    }

    private static func next(_ entry: LocalEntry) -> PushOp? {
        entry.nextOperation(knownSeq: DecimalInt64(5), id: operation)
    }

    @Test func `a new entry is sent as a create without a base`() throws {
        let op = try #require(Self.next(Self.entry(base: nil, body: ["a": 1])))
        #expect(op.type == .create && op.base == nil && op.body == ["a": 1] && op.kind == "otp")
        #expect(op.knownSeq == DecimalInt64(5))
    }

    @Test func `any number of edits are sent as one update on the first base`() throws {
        let op = try #require(Self.next(Self.entry(base: ["a": 1], body: ["a": 3])))
        #expect(op.type == .update && op.base == Self.version && op.body == ["a": 3])
    }

    @Test func `an edit and then a deletion are sent as one delete on the first base`() throws {
        let op = try #require(Self.next(Self.entry(base: ["a": 1], body: nil)))
        #expect(op.type == .delete && op.base == Self.version && op.body == nil)
    }

    @Test func `nothing is sent for equal versions, for an entry made and deleted here, and for a rejected entry`() {
        #expect(Self.next(Self.entry(base: ["a": 1], body: ["a": 1])) == nil)
        #expect(Self.next(Self.entry(base: nil, body: nil)) == nil)
        #expect(Self.next(Self.entry(base: ["a": 1], body: ["a": 2], rejected: "limitReached")) == nil)
    }

    @Test(arguments: [LocalTrash.State.erasedAtEnd, .restorableAtEnd, .restorable, .held])
    func `nothing is sent for an entry in the local trash, whatever its versions are`(state: LocalTrash.State) {
        var entry = Self.entry(base: ["a": 1], body: ["a": 2])
        entry.trash = LocalTrash(state: state, at: Instant(ms: 0), tombstone: nil)
        #expect(Self.next(entry) == nil && !entry.isOwed)
    }

    @Test func `an operation in flight is sent again unchanged, whatever was edited since`() {
        var entry = Self.entry(base: nil, body: ["a": 1])
        let sent = Self.next(entry)
        entry.inFlight = sent
        entry.body = ["a": 2]
        #expect(entry.nextOperation(knownSeq: DecimalInt64(99), id: OperationID(bits: 77)) == sent)
    }
}
