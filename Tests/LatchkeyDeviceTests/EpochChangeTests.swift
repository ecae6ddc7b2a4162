import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Syncs after the vault was restored and began a new epoch. The ended epoch is included up to rev 3.
@Suite struct EpochChangeTests {
    private typealias T = DeviceFixture
    private static let endedEpoch = EpochID(bits: 8), id = SecretID(bits: 0xa)
    private static let refusal: JSONObject = ["reason": "epochChanged"]

    @Test(arguments: [(3, false), (4, true)] as [(Int64, Bool)])
    func `a version up to the end of its epoch is included, and one above it is sent again on the lost version`(
        rev: Int64, isLost: Bool
    ) async throws {
        let test = try await restored()
        try await test.put(Self.id, "K", rev: rev, epoch: Self.endedEpoch)
        let report = try await test.device.sync()
        #expect(report.sentOnLostBase == (isLost ? 1 : 0) && report.trashed == (isLost ? [] : [Self.id]))
        #expect(try await test.issuers() == (isLost ? ["K"] : []))
        guard isLost else { return }
        let op = try #require(test.vault.pushed.last?.first)
        #expect(op["type"] == "update" && op["kind"] == "otp" && op["schema"] == 1)
        #expect(op["base"] == ["epoch": .string("\(Self.endedEpoch)"), "rev": "4"] && op["bringsBack"] == true)
        #expect(op["knownEpoch"] == .string("\(T.epoch)") && op["knownSeq"] == "100")
        #expect(try await test.store.entries().first?.base?.state == .current)
    }

    @Test func `all versions of an epoch that the vault does not list are lost`() async throws {
        let test = try await restored()
        try await test.put(Self.id, "Old", rev: 2, epoch: EpochID(bits: 6))
        #expect(try await test.device.sync().sentOnLostBase == 1)
        #expect(test.vault.pushed.last?.first?["base"]?["epoch"] == .string("\(EpochID(bits: 6))"))
        #expect(try await test.issuers() == ["Old"])
    }

    @Test func `an entry is restored on its tombstone, which is included, although versions of another epoch are lost`()
        async throws
    {
        let test = try await restored()
        try await test.put(Self.id, "Restored", rev: 3, epoch: Self.endedEpoch)
        try await test.put(SecretID(bits: 0xb), "Lost", rev: 1, epoch: EpochID(bits: 6))
        try await test.store.write { transaction in
            transaction.profile.cursor = nil
            guard var entry = try transaction.entry(Self.id) else { return }
            entry.base?.state = .deleted
            try transaction.put(entry)
        }
        #expect(try await test.device.sync().sentOnLostBase == 1)
        let sent = try #require(test.vault.pushed.first)
        #expect(Set(sent.map { $0["type"] }) == ["restore", "update"])
        #expect(sent.first { $0["type"] == "restore" }?["base"]?["rev"] == "3")
    }

    @Test(arguments: [(true, 1), (false, 2)])
    func `where a vault lists no former epochs, the one that its refusal names is a former one`(
        isNamed: Bool, healed: Int
    ) async throws {
        var refusal = Self.refusal
        if isNamed { (refusal["parent"], refusal["epochBase"]) = (.string("\(Self.endedEpoch)"), "3") }
        let test = try await restored(former: nil, refusal: refusal)
        try await test.put(SecretID(bits: 0xb), "Included", rev: 2, epoch: Self.endedEpoch)
        try await test.put(Self.id, "Lost", rev: 7, epoch: Self.endedEpoch)
        #expect(try await test.device.sync().sentOnLostBase == healed)
    }

    @Test func `an entry of the local trash is brought back on the tombstone that the restored vault has`() async throws
    {
        let test = try await restored([T.item(Self.id, rev: 50, nil)])
        try await test.put(Self.id, "K", rev: 7, epoch: Self.endedEpoch)
        let tombstone = ItemBase(epoch: Self.endedEpoch, rev: 8)
        try await test.store.write { [now = test.clock.now] transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            entry.trash = LocalTrash(state: .restorable, at: now, tombstone: tombstone)
            try transaction.put(entry)
        }
        _ = try await test.device.sync()
        _ = try await test.device.rejectDeletion(of: try await test.device.deletion(named: "K"))
        _ = try await test.device.sync()
        let op = try #require(test.vault.pushed.last?.first)
        #expect(op["type"] == "restore" && op["base"] == ["epoch": .string("\(T.epoch)"), "rev": "50"])
    }

    @Test func `a pull does not replace a lost version, whatever the vault has instead`() async throws {
        let test = try await restored([T.item(Self.id, rev: 2, T.body("Older"))]) { _ in ["outcome": "rejected"] }
        try await test.put(Self.id, "Newer", rev: 7, epoch: Self.endedEpoch)
        _ = try await test.device.sync()
        let row = try #require(try await test.store.entries().first)
        #expect(row.issuer == "Newer" && row.base?.version.rev == DecimalInt64(7) && row.base?.state == .lost)
    }

    @Test(arguments: [("K", ["K"], 0), ("Theirs", ["K", "Theirs"], 1)])
    func `a lost version in conflict is bound to equal content, and else becomes a copy`(
        theirs: String, left: [String], copies: Int
    ) async throws {
        let item = T.item(Self.id, rev: 50, T.body(theirs))
        let test = try await restored([item]) { op in
            op["type"] == "update"
                ? ["outcome": "conflict", "current": item] : ["outcome": "applied", "rev": "60"]
        }
        try await test.put(Self.id, "K", rev: 7, epoch: Self.endedEpoch)
        #expect(try await test.device.sync().copies.count == copies)
        #expect(try await test.issuers() == left)
        #expect(try await test.store.entries().allSatisfy { !$0.isOwed })
    }

    @Test(arguments: [(6, 1), (7, 0), (8, 0)] as [(Int64, Int)])
    func `a lost version yields to a later one of its epoch that another device brought back, without a copy`(
        broughtBack: Int64, copies: Int
    ) async throws {
        var item = T.item(Self.id, rev: 50, T.body("Theirs"))
        item = Self.item(item, broughtBack: broughtBack)
        let test = try await restored([item]) { [item] op in
            op["type"] == "update"
                ? ["outcome": "conflict", "current": item] : ["outcome": "applied", "rev": "60"]
        }
        try await test.put(Self.id, "K", rev: 7, epoch: Self.endedEpoch)
        #expect(try await test.device.sync().copies.count == copies)
        #expect(try await test.issuers() == (copies == 1 ? ["K", "Theirs"] : ["Theirs"]))
    }

    @Test(arguments: [(6, true), (7, false), (8, false)] as [(Int64, Bool)])
    func `a lost version is erased by a later deletion of its epoch that another device brought back`(
        broughtBack: Int64, isAsked: Bool
    ) async throws {
        let tombstone = Self.item(T.item(Self.id, rev: 50, nil), broughtBack: broughtBack)
        let test = try await restored([tombstone]) { _ in ["outcome": "gone", "current": tombstone] }
        try await test.put(Self.id, "K", rev: 7, epoch: Self.endedEpoch)
        let report = try await test.device.sync()
        #expect(report.gone == (isAsked ? [Self.id] : []) && report.removed == (isAsked ? 0 : 1))
        #expect(try await test.issuers() == (isAsked ? ["K"] : []))
    }

    @Test func `an edit of a lost version is asked about, although another device brought back a later deletion`()
        async throws
    {
        let tombstone = Self.item(T.item(Self.id, rev: 50, nil), broughtBack: 8)
        let test = try await restored([tombstone]) { _ in ["outcome": "gone", "current": tombstone] }
        try await test.put(Self.id, "K", rev: 7, epoch: Self.endedEpoch)
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Edited", accountName: nil)
        #expect(try await test.device.sync().gone == [Self.id])
        #expect(try await test.issuers() == ["Edited"])
    }

    @Test(arguments: [(6, []), (7, []), (8, ["Back"])] as [(Int64, [String])])
    func
        `a deletion of a lost version stands although another device brought that version back, and yields to a later one`(
            broughtBack: Int64, left: [String]
        ) async throws
    {
        let item = Self.item(T.item(Self.id, rev: 50, T.body("Back")), broughtBack: broughtBack)
        let test = try await restored([item]) { op in
            op["base"]?["rev"] == "50"
                ? ["outcome": "applied", "rev": "101"] : ["outcome": "conflict", "current": item]
        }
        try await test.put(Self.id, "K", rev: 7, epoch: Self.endedEpoch)
        try await test.device.delete(try await test.device.entry(named: "K"))
        _ = try await test.device.sync()
        #expect(try await test.issuers() == left)
        #expect(try await test.store.entries().count == left.count)
    }

    @Test func `a lost version that the vault calls deleted waits for the person's decision`() async throws {
        let test = try await restored { _ in ["outcome": "gone"] }
        try await test.put(Self.id, "K", rev: 7, epoch: Self.endedEpoch)
        #expect(try await test.device.sync().gone == [Self.id])
        #expect(try await test.issuers() == ["K"])
    }

    @Test func `an edit of a lost version is sent on the lost version, and not parked as deleted`() async throws {
        let test = try await restored()
        try await test.put(Self.id, "K", rev: 7, epoch: Self.endedEpoch)
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Edited", accountName: nil)
        let report = try await test.device.sync()
        #expect(report.gone.isEmpty && report.sentOnLostBase == 1)
        let op = test.vault.pushed.last?.first
        #expect(op?["body"]?["issuer"] == "Edited" && op?["bringsBack"] == nil)
    }

    @Test(arguments: [(1, "K"), (2, "K"), (3, "Theirs")] as [(Int64, String)])
    func `an included version is replaced only by a higher rev, and takes the name of the epoch in force`(
        rev: Int64, issuer: String
    ) async throws {
        let test = try await restored([T.item(Self.id, rev: rev, T.body("Theirs"))])
        try await test.put(Self.id, "K", rev: 2, epoch: Self.endedEpoch)
        _ = try await test.device.sync()
        #expect(try await test.issuers() == [issuer])
        let version = try #require(try await test.store.entries().first?.base?.version)
        #expect(version.rev.value == max(rev, 2) && version.epoch == (rev == 1 ? Self.endedEpoch : T.epoch))
        #expect(test.vault.pushed.isEmpty)
    }

    @Test func `an operation in flight is sent again unchanged after an epoch change`() async throws {
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page([], head: 100, cursor: "c1", former: []) }
            if count == 0 { return .lost }
            return request.params["cursor"] == "c0"
                ? .fault("resyncRequired", status: 200, data: Self.refusal)
                : T.pushed(request) { _, _ in ["outcome": "applied", "rev": "101"] }
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.put(Self.id, "K", rev: 7, epoch: Self.endedEpoch)
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Edited", accountName: nil)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.device.sync().sentOnLostBase == 1)
        #expect(vault.pushed.count == 3 && vault.pushed[0] == vault.pushed[2])
    }

    @Test func `a push with an old cursor is refused before anything is applied, and repeated after the pull`()
        async throws
    {
        let test = try await restored([T.item(SecretID(bits: 0xb), rev: 2, T.body("Base"))])
        try await test.unsent("U")
        let report = try await test.device.sync()
        #expect(report.sent == 1 && report.received == 1)
        #expect(test.vault.requests.map(\.method) == ["vault.push", "vault.pull", "vault.push", "vault.pull"])
        #expect(test.vault.requests.map { $0.params["cursor"]?.string } == ["c0", nil, "c1", "c1"])
    }

    @Test func `a vault whose head is below a version of the epoch in force has lost that version`() async throws {
        let test = try await restored(refusal: ["reason": "cursorAhead"])
        try await test.put(Self.id, "K", rev: 101)
        #expect(try await test.device.sync().sentOnLostBase == 1)
        #expect(try await test.issuers() == ["K"])
    }

    private static func item(_ item: JSON, broughtBack rev: Int64) -> JSON {
        var object = item.object ?? [:]
        object["broughtBack"] = ["epoch": .string("\(endedEpoch)"), "rev": .string("\(rev)")]
        return .object(object)
    }

    /// A device with the cursor `c0`, and a vault that refuses this cursor, has these items in a new epoch with the
    /// head 100, and answers each operation as the closure says.
    private func restored(
        _ items: [JSON] = [], former: [(EpochID, Int64)]? = [(endedEpoch, 3)], refusal: JSONObject = refusal,
        _ outcome: @escaping @Sendable (JSON) -> JSONObject = { _ in ["outcome": "applied", "rev": "101"] }
    ) async throws -> T {
        let vault = ScriptedConnection { request, _ in
            if request.params["cursor"] == "c0" { return .fault("resyncRequired", status: 200, data: refusal) }
            if request.method == "vault.push" { return T.pushed(request) { outcome($1) } }
            return request.params["cursor"] == nil
                ? T.page(items, head: 100, former: former) : T.page([], head: 101)
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c0" }
        return test
    }
}
