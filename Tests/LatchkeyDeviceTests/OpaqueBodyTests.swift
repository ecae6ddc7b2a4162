import Contracts
import Domain
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Bodies are opaque to the vault, so any of them may look like a mark that this library uses.
@Suite struct OpaqueBodyTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 1)
    private static let bodies: [JSONObject] = [
        [:], ["trashed": true], ["erased": true], ["erased": true, "digest": "a"],
    ]

    @Test(arguments: bodies, [BaseState.current, .lost])
    func `an item of any body is deleted, not moved to the trash, and the deletion repeats nothing`(
        body: JSONObject, state: BaseState
    ) throws {
        let version = ItemBase(epoch: T.epoch, rev: DecimalInt64(4))
        let entry = LocalEntry(
            id: Self.id, kind: "otp", base: .init(version: version, body: body, state: state), body: nil,
            createdAt: Instant(ms: 0))
        let operation = try #require(entry.nextOperation(knownSeq: DecimalInt64(5), id: OperationID(bits: 2)))
        #expect(operation.type == .delete && operation.bringsBack == nil)
    }

    @Test(arguments: bodies) func `a rejected edit of any body is discarded in favour of that body`(body: JSONObject)
        async throws
    {
        let test = try await T()
        try await test.put(Self.id, "K")
        var entry = try await test.device.entry(named: "K")
        entry.base = .init(version: ItemBase(epoch: T.epoch, rev: DecimalInt64(4)), body: body)
        entry.blocked = .rejected("bodyTooLarge")
        try await test.store.put(entry)
        _ = try await test.device.discard(entry)
        #expect(try await test.store.entries().map(\.body) == [body])
    }

    @Test(arguments: bodies) func `a deletion of any body that was not sent stays one after a logout`(
        body: JSONObject
    ) throws {
        let version = ItemBase(epoch: T.epoch, rev: DecimalInt64(4))
        let entry = LocalEntry(
            id: Self.id, kind: "otp", base: .init(version: version, body: body), body: nil, createdAt: Instant(ms: 0))
        var kept = entry.keptThroughLogout(of: OwnerTag(bytes: [1])) { _ in "digest" }
        kept.base?.state = .returned
        #expect(kept.nextOperationType == .delete && kept.base?.content == .erased(digest: "digest"))
    }
}
