import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Operations whose earlier attempt the vault cannot judge any more: they never make an item that was deleted.
@Suite struct ExpiredOperationTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)
    private static let reasons = ["opExpired", "opIdReused"]

    /// What the vault has of the entry, after an attempt of its creation.
    enum Present: CaseIterable { case nothing, same, edited, tombstone }

    @Test(arguments: reasons, Present.allCases)
    func `a create with an unknown attempt pulls all items, and the person decides about what is not live`(
        reason: String, present: Present
    ) async throws {
        let vault = ScriptedConnection { request, count in
            if request.method == "vault.push" {
                if count == 0 { return .lost }
                return T.pushed(request) { _, _ in
                    count < 3
                        ? ["outcome": "rejected", "reason": .string(reason)] : ["outcome": "applied", "rev": "20"]
                }
            }
            // Only a complete pull shows what the device has not taken over while the attempt was unanswered.
            guard request.params["cursor"] == nil else { return T.page([], head: 20, cursor: "c0") }
            let item: JSON? =
                switch present {
                case .nothing: nil
                case .same: T.item(Self.id, rev: 4, T.body("K"))
                case .edited: T.item(Self.id, rev: 6, T.body("Theirs"))
                case .tombstone: T.item(Self.id, rev: 6, nil)
                }
            return T.page(item.map { [$0] } ?? [], head: 20, cursor: "c0")
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.store.put(
            LocalEntry(id: Self.id, kind: "otp", base: nil, body: T.body("K"), createdAt: test.clock.now))
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        let report = try await test.device.sync()
        let types = vault.pushed.map { $0.compactMap { $0["type"]?.string } }
        switch present {
        case .nothing, .tombstone:
            #expect(types == [["create"], ["create"]], "nothing is created again")
            #expect(report.gone == [Self.id])
            #expect(try await test.device.undecidedEntries().map(\.blocked) == [.gone])
            _ = try await test.device.edit(test.device.entry(named: "K"), issuer: "Again", accountName: nil)
            #expect(try await test.device.sync().sent == 1)
            #expect(vault.pushed.last?.first?["type"] == (present == .nothing ? "create" : "restore"))
        case .same:
            #expect(types == [["create"], ["create"]] && report.gone.isEmpty)
            #expect(try await test.store.entries().allSatisfy { !$0.isOwed && $0.blocked == nil })
        case .edited:
            #expect(report.gone.isEmpty && report.copies.count == 1)
            #expect(try await test.issuers() == ["K", "Theirs"])
        }
        #expect(try await test.store.profile().cursor == "c0")
    }

    @Test(arguments: reasons) func `a create that was never sent before is sent under a new id, after a pull`(
        reason: String
    ) async throws {
        let vault = refusingOnce(reason)
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.unsent("A")
        let report = try await test.device.sync()
        #expect(report.sent == 1 && report.gone.isEmpty)
        #expect(vault.requests.prefix(3).map(\.method) == ["vault.push", "vault.pull", "vault.push"])
        #expect(vault.pushed[0][0]["opId"] != vault.pushed[1][0]["opId"])
    }

    @Test(arguments: reasons, [true, false])
    func `an update and a delete on a version the vault has are sent under a new id, after a pull`(
        reason: String, isDelete: Bool
    ) async throws {
        let vault = refusingOnce(reason, afterLostAnswer: true)
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        let entry = try await test.device.entry(named: "K")
        if isDelete {
            try await test.device.delete(entry)
        } else {
            _ = try await test.device.edit(entry, issuer: "Ours", accountName: nil)
        }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.device.sync().sent == 1)
        #expect(vault.requests.prefix(4).map(\.method) == ["vault.push", "vault.push", "vault.pull", "vault.push"])
        let operations = vault.pushed.map { $0[0] }
        #expect(operations[0] == operations[1] && operations[1]["opId"] != operations[2]["opId"])
        #expect(operations.allSatisfy { $0["base"]?["rev"] == "1" && $0["type"] == (isDelete ? "delete" : "update") })
    }

    @Test(arguments: [BaseState.lost, .deleted])
    func `an update of a lost version and a restore with an unknown attempt wait for the person`(_ state: BaseState)
        async throws
    {
        let vault = refusingOnce("opExpired", afterLostAnswer: true)
        let test = try await T(vault: vault)
        let version = ItemBase(epoch: T.epoch, rev: DecimalInt64(5))
        try await test.store.put(
            LocalEntry(
                id: Self.id, kind: "otp", base: .init(version: version, body: T.body("K"), state: state),
                body: T.body("Ours"), createdAt: test.clock.now, owner: test.store.cipher.tag(of: T.account)))
        try await test.store.changeProfile { $0.cursor = "c0" }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.device.sync().gone == [Self.id])
        #expect(vault.pushed.count == 2)
        #expect(try await test.store.entries().map(\.base?.version) == [state == .deleted ? version : nil])
    }

    /// An empty vault that rejects the first operation that it answers, and applies the others.
    private func refusingOnce(_ reason: String, afterLostAnswer: Bool = false) -> ScriptedConnection {
        ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page([], head: 20, cursor: "c0") }
            if afterLostAnswer, count == 0 { return .lost }
            return T.pushed(request) { _, _ in
                count == (afterLostAnswer ? 1 : 0)
                    ? ["outcome": "rejected", "reason": .string(reason)] : ["outcome": "applied", "rev": "20"]
            }
        }
    }
}
