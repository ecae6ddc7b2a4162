import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// A pull after the vault was restored and began a new epoch.
@Suite struct EpochChangeTests {
    private typealias T = DeviceFixture
    private static let endedEpoch = EpochID(bits: 8)
    /// The data of the fault of a server that can name the ended epoch.
    private static let known: JSONObject = [
        "reason": "epochChanged", "parent": .string("\(endedEpoch)"), "epochBase": "3",
    ]

    @Test func `an entry that the server lost is pushed again, and one that it has deleted is removed`() async throws {
        let test = try await restored(Self.known)
        try await test.put(SecretID(bits: 0xa), "Lost", rev: 7, epoch: Self.endedEpoch)
        try await test.put(SecretID(bits: 0xd), "Deleted", rev: 2, epoch: Self.endedEpoch)
        _ = try await test.device.sync()
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["Lost"])
        #expect(test.vault.pushed.last?.first?["type"] == "create")
    }

    @Test func `where the server cannot name the ended epoch, nothing is deleted and all is pushed again`()
        async throws
    {
        let test = try await restored(["reason": "epochChanged"])
        try await test.put(SecretID(bits: 0xa), "A", rev: 7, epoch: Self.endedEpoch)
        try await test.put(SecretID(bits: 0xb), "B", rev: 2, epoch: Self.endedEpoch)
        let report = try await test.device.sync()
        #expect(report.removed == 0)
        #expect(try await test.device.sync().sent == 2)
        #expect(try await test.issuers() == ["A", "B"])
    }

    @Test func `an entry of an epoch before the ended one is pushed again`() async throws {
        let test = try await restored(Self.known)
        try await test.put(SecretID(bits: 0xa), "Old", rev: 2, epoch: EpochID(bits: 6))
        _ = try await test.device.sync()
        #expect(try await test.device.sync().sent == 1)
        #expect(try await test.issuers() == ["Old"])
    }

    @Test func `a change that another device made since the restore replaces a version of the new epoch`() async throws
    {
        let id = SecretID(bits: 0xa)
        let test = try await restored(Self.known, [T.item(id, rev: 12, T.body("Newer"))])
        try await test.put(id, "Healed", rev: 11)
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["Newer"])
        #expect(test.vault.pushed.isEmpty)
    }

    /// A device with a cursor of the ended epoch, and a vault that refuses this cursor with `data` and has these items.
    private func restored(_ data: JSONObject, _ items: [JSON] = []) async throws -> T {
        let vault = ScriptedConnection { request, _ in
            if request.method == "vault.push" {
                return T.pushed(request) { _, _ in ["outcome": "applied", "rev": "30"] }
            }
            return request.params["cursor"] == "c0" ? .fault("resyncRequired", status: 200, data: data) : T.page(items)
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c0" }
        return test
    }
}
