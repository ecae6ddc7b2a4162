import Contracts
import DeviceCommands
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Two people on one tablet. What waits here for the first one is out of reach while the second one is signed in;
/// visible entries of the first are shown as entries of another account, and only `keepAsNew` and `discard` decide
/// about them.
@Suite struct OwnerTests {
    private typealias T = DeviceFixture
    private static let next = AccountID(bits: 8)
    private static let edited = SecretID(bits: 100), deleted = SecretID(bits: 101), gone = SecretID(bits: 102)
    private static let returned = SecretID(bits: 104)

    @Test func `nothing of another person is listed, counted, changed or erased`() async throws {
        let test = try await sharedTablet()
        let before = try await rows(of: test)
        let theirs = try await test.store.entries()
        #expect(theirs.contains { $0.trash?.state == .held } && theirs.contains { $0.trash?.state == .restorable })
        try await test.signIn(as: Self.next, session: SessionID(bits: 50))
        let device = test.device

        #expect(try await device.deletions().isEmpty)
        #expect(try await device.heldDeletionCount() == 0)
        #expect(try await device.entryList().heldDeletions == 0)
        #expect(try await ListEntries().run(on: device).heldDeletions == nil)
        #expect(try await ShowStanding().run(on: device).heldDeletions == nil)
        #expect(try await device.entryList().rows.allSatisfy(\.isForeign))
        #expect(Set(try await device.entries().map(\.id)) == Set(try await device.undecidedEntries().map(\.id)))
        await #expect(throws: DeviceFault.self) { try await device.deletion(named: "T1") }
        #expect(try await AcceptDeletions(.allHeld).run(on: device).erased.isEmpty)
        #expect(try await RejectDeletions(.allHeld).run(on: device).restored.isEmpty)
        for entry in theirs {
            await #expect(throws: DeviceFault.self) { try await device.acceptDeletion(of: entry) }
            await #expect(throws: DeviceFault.self) { try await device.rejectDeletion(of: entry) }
            await #expect(throws: DeviceFault.self) { try await device.delete(entry) }
            await #expect(throws: DeviceFault.self) {
                try await device.edit(entry, issuer: "Changed", accountName: nil)
            }
        }
        // A second person's own entry of the same name is found, and the same address is no duplicate of another's.
        #expect(try await device.importEntries(from: Array(T.uri("Edited").utf8)).duplicates.isEmpty)
        let own = try await device.entry(named: "Edited")
        #expect(own.id != Self.edited)
        _ = try await device.edit(own, issuer: "Own", accountName: nil)
        test.clock.advance(by: .seconds(400 * 86_400))
        let report = try await device.sync()
        #expect((report.sent, report.removed, report.held.count, report.trashed.count) == (1, 0, 0, 0))
        #expect(try await rows(of: test).filter { $0.owner == before.first?.owner } == before)
        #expect(try await ListDeletions().run(on: device).deletions.isEmpty)

        // Neither do the ends of the second person's session touch anything of the first.
        for end in [".delete", "revoked", "deleted"] {
            let session = try await test.store.profile().session
            switch end {
            case ".delete": try await device.apply(.loggedOutHere(.delete), reason: "", to: session)
            case "revoked": try await device.apply(.refused(.sessionRevoked), reason: "", to: session)
            case _: try await device.apply(.accountDeletedElsewhere, reason: "", to: session)
            }
            try await test.signIn(as: Self.next, session: SessionID(bits: 51))
            #expect(try await rows(of: test).filter { $0.owner == before.first?.owner } == before, "\(end)")
        }
    }

    @Test func `while a code is on its way new entries belong to whoever signs in, and undecided ones to their owner`()
        async throws
    {
        let test = try await sharedTablet()
        try await test.store.changeProfile { $0.login = .otpRequested }
        let undecided = try #require(try await test.device.undecidedEntries().first)
        let made = [
            try await test.device.add(uri: T.uri("Added")),
            try #require(try await test.device.importEntries(from: Array(T.uri("Imported").utf8)).added.first),
        ].map(\.id)
        let kept = try await test.device.keepAsNew(undecided)
        try await test.signIn(as: Self.next, session: SessionID(bits: 50))
        #expect(try await test.device.sync().sent == 2)
        let rows = try await test.device.entryList().rows
        #expect(Set(rows.filter { !$0.isForeign }.map(\.entry.id)) == Set(made))
        #expect(rows.filter(\.isForeign).map(\.entry.id).contains(kept.id))
    }

    @Test func `a notice counts only what was the person's own`() async throws {
        let test = try await sharedTablet()
        try await test.signIn(as: Self.next, session: SessionID(bits: 50))
        _ = try await test.device.add(uri: T.uri("Own"))
        let session = try await test.store.profile().session
        try await test.device.apply(.refused(.sessionRevoked), reason: "Ended.", to: session)
        #expect(try await test.store.profile().notice == "Ended. Removed from this device: 0. Kept on it: 1.")
    }

    @Test func `a decision of one person leaves the other's count of deletions`() async throws {
        let test = try await sharedTablet()
        let counted = [DeletionCount(at: test.clock.now, count: 4)]
        let theirs = try #require(try await test.device.deletions().first)
        try await test.signIn(as: Self.next, session: SessionID(bits: 50))
        try await test.store.changeProfile { $0.countedDeletions = counted }
        await #expect(throws: DeviceFault.self) { try await test.device.acceptDeletion(of: theirs) }
        #expect(try await test.store.profile().countedDeletions == counted)
    }

    @Test func `the first person finds everything again`() async throws {
        let test = try await sharedTablet()
        try await test.signIn(as: Self.next, session: SessionID(bits: 50))
        _ = try await test.device.sync()
        try await test.signIn(as: T.account, session: SessionID(bits: 51))
        #expect(try await test.device.heldDeletionCount() == 6)
        #expect(try await test.device.deletions().count == 7)
        #expect(try await test.device.undecidedEntries().map(\.id) == [Self.gone])
        #expect(try await test.device.entry(named: "Edited").hasUnsentEdits)
    }

    @Test func `while nobody is signed in the trash that a logout kept can be decided about`() async throws {
        let test = try await sharedTablet()
        try await test.device.apply(
            .loggedOutHere(.keep), reason: "", to: try await test.store.profile().session)
        #expect(try await test.device.deletions().count == 7)
        _ = try await test.device.rejectDeletion(of: try await test.device.deletion(named: "T1"))
        #expect(try await test.device.entry(named: "T1").trash == nil)
    }

    /// A tablet of one person with an edited entry, an unsent deletion, an entry that is gone, one that returned after a
    /// logout, six held deletions and one restorable entry, and 180 days' memory of a deletion. The vault is empty and applies every operation.
    private func sharedTablet() async throws -> T {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "9"] } : T.page([], cursor: "c9")
        }
        let test = try await T(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.put(Self.edited, "Before")
        try await test.put(Self.deleted, "Deleted")
        try await test.put(Self.gone, "Gone")
        try await test.put(Self.returned, "Returned")
        for number in 1...7 { try await test.put(SecretID(bits: UInt128(number)), "T\(number)") }
        let version = ItemBase(epoch: T.epoch, rev: DecimalInt64(5)), now = test.clock.now
        try await test.store.write { transaction in
            for number in 1...7 {
                guard var entry = try transaction.entry(SecretID(bits: UInt128(number))) else { continue }
                entry.trash = LocalTrash(state: number == 7 ? .restorable : .held, at: now, tombstone: version)
                try transaction.put(entry)
            }
            guard var gone = try transaction.entry(Self.gone), var returned = try transaction.entry(Self.returned)
            else { return }
            (gone.base, gone.blocked) = (nil, .gone)
            returned.base?.state = .returned
            for entry in [gone, returned] { try transaction.put(entry) }
            try transaction.rememberDeletion(
                of: SecretID(bits: 103), version, isTrash: false, body: nil, base: nil, at: now)
        }
        _ = try await test.device.edit(
            try await test.device.entry(named: "Before"), issuer: "Edited", accountName: nil)
        try await test.device.delete(try await test.device.entry(named: "Deleted"))
        return test
    }

    private struct StoredRow: Hashable {
        let owner: [UInt8]?, id: [UInt8]?, texts: [String]
    }

    /// All rows of entries and of remembered deletions as they are stored.
    private func rows(of test: T) async throws -> Set<StoredRow> {
        try await test.store.read { transaction in
            let entries = try transaction.entries().map {
                StoredRow(owner: $0.owner?.bytes, id: $0.id.bytes, texts: ["\($0)"])
            }
            let deletions = try transaction.run(Statement("SELECT owner, id, rev, at FROM deletion")).map { row in
                StoredRow(
                    owner: try row.bytes(0), id: try row.bytes(1), texts: ["\(try row.int(2))", "\(try row.int(3))"])
            }
            return Set(entries + deletions)
        }
    }
}
