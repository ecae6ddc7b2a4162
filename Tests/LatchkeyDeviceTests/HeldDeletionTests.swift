import Contracts
import DeviceCommands
import JSONRPC
import Primitives
import StrictJSON
import Support
import Synchronization
import Testing

@testable import LatchkeyDevice

/// Pulls that would delete many entries: they are held in the local trash until the person decides.
@Suite struct HeldDeletionTests {
    private typealias T = DeviceFixture

    @Test(arguments: [(10, 5, false), (10, 6, true), (30, 6, false), (30, 7, true), (100, 20, false), (100, 21, true)])
    func `more than five deletions, and more than a fifth of all entries, are held`(
        entries: Int, deletions: Int, areHeld: Bool
    ) async throws {
        let test = try await deleting([deletions], of: entries)
        let report = try await test.device.sync()
        #expect(report.held.count == (areHeld ? deletions : 0) && report.removed == (areHeld ? 0 : deletions))
        #expect(try await test.issuers().count == entries - deletions)
        #expect(try await test.store.entries().count == (areHeld ? entries : entries - deletions))
    }

    @Test(arguments: [(10, 5, false), (10, 6, true), (30, 6, false), (30, 7, true)])
    func `entries that a complete pull does not show are held like tombstones`(
        entries: Int, absent: Int, areHeld: Bool
    ) async throws {
        let vault = ScriptedConnection { request, _ in
            request.params["cursor"] == "c0"
                ? .fault("resyncRequired", status: 200, data: ["reason": "cursorExpired"])
                : T.page(
                    (absent..<entries).map { T.item(SecretID(bits: UInt128($0 + 1)), rev: 1, T.body("K\($0 + 1)")) })
        }
        let test = try await T(vault: vault)
        try await add(entries, to: test)
        let report = try await test.device.sync()
        #expect((report.held.count, report.trashed.count) == (areHeld ? (absent, 0) : (0, absent)))
        #expect(report.removed == 0)
        let states = try await test.store.entries().compactMap { $0.trash?.state }
        #expect(states == Array(repeating: areHeld ? .held : .restorable, count: absent))
        #expect(try await test.issuers().count == entries - absent)
    }

    @Test(arguments: [(86_399_999, true), (86_400_000, false)] as [(Int64, Bool)])
    func `deletions of earlier syncs count for 24 hours`(ms: Int64, areHeld: Bool) async throws {
        let test = try await deleting([3, 3], of: 10)
        #expect(try await test.device.sync().removed == 3)
        test.clock.advance(by: .milliseconds(ms))
        let report = try await test.device.sync()
        #expect(report.held.count == (areHeld ? 3 : 0) && report.removed == (areHeld ? 0 : 3))
    }

    @Test func `the pages of one pull count together, and nothing is erased before the last one`() async throws {
        let tombstones = (1...6).map { T.item(SecretID(bits: UInt128($0)), rev: 20, nil) }
        let vault = ScriptedConnection { request, count in
            switch (request.params["cursor"]?.string, count) {
            case ("c0", _): T.page(Array(tombstones[..<3]), more: true, head: 20, cursor: "c1")
            case (_, 1): .lost
            case ("c1", _): T.page(Array(tombstones[3...]), head: 20, cursor: "c2")
            case _: T.page([], head: 20, cursor: "c2")
            }
        }
        let test = try await T(vault: vault)
        try await add(10, to: test)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.entries().count == 10)
        #expect(try await test.device.sync().held.count == 6)
        #expect(try await test.store.entries().count == 10)
    }

    @Test func `list, status and sync count the held deletions, and deletions lists them`() async throws {
        let test = try await deleting([6], of: 6)
        let sync = try await SyncEntries().run(on: test.device)
        #expect(SyncEntries.text(of: sync).contains("kept here until you choose: 6."))
        let list = try await ListEntries().run(on: test.device)
        #expect(list.heldDeletions == 6 && ListEntries.text(of: list).hasSuffix("latchkey deletions"))
        let standing = try await ShowStanding().run(on: test.device)
        #expect(standing.heldDeletions == 6 && ShowStanding.text(of: standing).contains("latchkey deletions"))
        let deletions = try await ListDeletions().run(on: test.device)
        #expect(deletions.deletions.count == 6 && deletions.deletions.allSatisfy(\.held))
        #expect(ListDeletions.text(of: deletions).hasSuffix("or latchkey deletions reject [ENTRY]."))
    }

    @Test func `entries that can be brought back for 30 days come with the command that brings them back`() async throws
    {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([]) })
        try await test.put(SecretID(bits: 1), "K")
        _ = try await test.device.sync()
        let text = ListDeletions.text(of: try await ListDeletions().run(on: test.device))
        #expect(text.hasSuffix("Bring an entry back: latchkey deletions reject ENTRY."))
        #expect(!text.contains("accept [ENTRY]"))
    }

    @Test func `accepted deletions are erased, and count no more`() async throws {
        let test = try await deleting([6, 5], of: 30)
        try await test.store.changeProfile { $0.countedDeletions = [DeletionCount(at: test.clock.now, count: 1)] }
        #expect(try await test.device.sync().held.count == 6)
        let one = try await AcceptDeletions(.entry("K1")).run(on: test.device)
        #expect(one.erased.map(\.issuer) == ["K1"])
        #expect(try await AcceptDeletions(.allHeld).run(on: test.device).erased.count == 5)
        #expect(try await test.store.entries().count == 24)
        #expect(try await test.device.sync().removed == 5)
    }

    @Test func `a rejected deletion is restored on the tombstone, or created where the server has none`() async throws {
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else {
                return T.page(
                    count == 0 ? (1...6).map { T.item(SecretID(bits: UInt128($0)), rev: 20, nil) } : [], head: 30)
            }
            return T.pushed(request) { index, op in
                op["type"] == "restore" && index == 0
                    ? ["outcome": "rejected", "reason": "unknownItem", "field": "id"]
                    : ["outcome": "applied", "rev": "31"]
            }
        }
        let test = try await T(vault: vault)
        try await add(6, to: test)
        _ = try await test.device.sync()
        #expect(try await RejectDeletions(.allHeld).run(on: test.device).restored.count == 6)
        #expect(try await test.issuers().count == 6)
        #expect(try await test.device.sync().sent == 6)
        let restores = try #require(vault.pushed.first)
        #expect(restores.allSatisfy { $0["type"] == "restore" && $0["base"]?["rev"] == "20" && $0["body"] != nil })
        #expect(vault.pushed[1].map { $0["type"] } == ["create"] && vault.pushed[1][0]["base"] == nil)
        #expect(try await test.store.entries().allSatisfy { $0.base?.state == .current && $0.trash == nil })
    }

    @Test func `an entry that is brought back and deleted again before the next sync is gone, and nothing is sent`()
        async throws
    {
        let test = try await deleting([6], of: 6)
        _ = try await test.device.sync()
        _ = try await RejectDeletions(.entry("K1")).run(on: test.device)
        try await test.device.delete(try await test.device.entry(named: "K1"))
        _ = try await test.device.sync()
        #expect(try await test.store.entries().count == 5 && test.vault.pushed.isEmpty)
    }

    @Test(arguments: [(19, 0), (20, 0), (21, 1)] as [(Int64, Int)])
    func `an entry whose deletion is held returns if it is live again with a version above the tombstone`(
        rev: Int64, received: Int
    )
        async throws
    {
        let vault = ScriptedConnection { request, count in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "30"] }
                : T.page(
                    count == 0
                        ? (1...6).map { T.item(SecretID(bits: UInt128($0)), rev: 20, nil) }
                        : [T.item(SecretID(bits: 1), rev: rev, T.body("Back"))], head: 20)
        }
        let test = try await T(vault: vault)
        try await add(6, to: test)
        _ = try await test.device.sync()
        let report = try await test.device.sync()
        #expect(report.received == received && report.copies.count == received)
        // Whoever brought it back with other content was not the person who has to decide about this device's.
        #expect(try await test.issuers() == (received == 0 ? [] : ["Back", "K1"]))
    }

    @Test func `an entry whose deletion is held returns without a copy if its content is the same`() async throws {
        let vault = ScriptedConnection { _, count in
            T.page(
                count == 0
                    ? (1...6).map { T.item(SecretID(bits: UInt128($0)), rev: 20, nil) }
                    : [T.item(SecretID(bits: 1), rev: 21, T.body("K1"))], head: 21)
        }
        let test = try await T(vault: vault)
        try await add(6, to: test)
        _ = try await test.device.sync()
        #expect(try await test.device.sync().copies.isEmpty)
        #expect(try await test.issuers() == ["K1"])
    }

    @Test(arguments: [(86_399_999, true), (86_400_000, false)] as [(Int64, Bool)])
    func `a fifth is taken of the entries that were here 24 hours before`(ms: Int64, areHeld: Bool) async throws {
        let test = try await deleting([6], of: 30, age: .milliseconds(ms))
        #expect(try await test.device.sync().held.count == (areHeld ? 6 : 0))
    }

    @Test func `entries that arrive with the deletions do not raise the limit`() async throws {
        let vault = ScriptedConnection { _, _ in
            T.page(
                (1...7).map { T.item(SecretID(bits: UInt128($0)), rev: 20, nil) }
                    + (1000..<1200).map { T.item(SecretID(bits: UInt128($0)), rev: 21, T.body("new \($0)")) }, head: 300
            )
        }
        let test = try await T(vault: vault)
        try await add(30, to: test)
        let report = try await test.device.sync()
        #expect(report.received == 200 && report.held.count == 7)
    }

    @Test(arguments: [(0, false), (5, true)])
    func `entries that were deleted here do not raise the limit, also while the server has not confirmed that`(
        deletedHere: Int, areHeld: Bool
    ) async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? .fault("limitReached", status: 200)
                : T.page((1...7).map { T.item(SecretID(bits: UInt128($0)), rev: 20, nil) }, head: 20)
        }
        let test = try await T(vault: vault)
        try await add(35, to: test)
        for number in 35 - deletedHere..<35 {
            try await test.device.delete(try await test.device.entry(named: "K\(number + 1)"))
        }
        _ = try? await test.device.sync()
        #expect(try await test.issuers().count == 28 - deletedHere)
        #expect(try await test.device.heldDeletionCount() == (areHeld ? 7 : 0))
    }

    @Test func `rejected deletions stay counted, so that further ones are held`() async throws {
        let test = try await deleting([5, 1, 1], of: 12)
        #expect(try await test.device.sync().removed == 5)
        for _ in 0..<2 {
            #expect(try await test.device.sync().held.count == 1)
            _ = try await RejectDeletions(.allHeld).run(on: test.device)
        }
        #expect(try await test.issuers().count == 7)
    }

    @Test(
        arguments: [
            (2_591_999_999, 86_400_000, 1), (2_592_000_000, 86_399_999, 1), (2_592_000_000, 86_400_000, 0),
        ] as [(Int64, Int64, Int)])
    func `an entry trashed by its absence can be brought back for 30 days, and until a second sync a day later`(
        ms: Int64, more: Int64, left: Int
    ) async throws {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([]) })
        try await test.put(SecretID(bits: 1), "K")
        #expect(try await test.device.sync().trashed.count == 1)
        for (time, count) in [(ms, 1), (more, left)] {
            test.clock.advance(by: .milliseconds(time))
            _ = try await test.device.sync()
            #expect(try await test.device.deletions().count == count)
        }
        guard left == 1 else { return }
        _ = try await RejectDeletions(.entry("K")).run(on: test.device)
        _ = try? await test.device.sync()
        #expect(test.vault.pushed.first?.first?["type"] == "create")
    }

    @Test func `a clock that is wrong for less than a day erases nothing in the local trash, however often`()
        async throws
    {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([]) })
        try await test.put(SecretID(bits: 1), "K")
        _ = try await test.device.sync()
        let right = test.clock.now
        for _ in 0..<3 {
            for time in [right + .seconds(400 * 86_400), right + .seconds(401 * 86_400 - 1), right] {
                test.clock.set(time)
                _ = try await test.device.sync()
            }
        }
        #expect(try await test.device.deletions().count == 1)
    }

    @Test func `held deletions survive a logout that deletes what the server has`() async throws {
        let vault = ScriptedConnection { _, count in
            count == 0
                ? T.page((1...6).map { T.item(SecretID(bits: UInt128($0)), rev: 20, nil) }, head: 20)
                : .fault("sessionRevoked", status: 401)
        }
        let test = try await T(vault: vault)
        try await add(7, to: test)
        _ = try await test.device.sync()
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.issuers().isEmpty)
        #expect(try await test.device.deletions().count == 6)
        _ = try await RejectDeletions(.entry("K1")).run(on: test.device)
        #expect(try await test.issuers() == ["K1"])
    }

    /// A device with this many entries, and a vault whose pulls show these numbers of tombstones, one after the other.
    private func deleting(_ numbers: [Int], of entries: Int, age: Duration = DeletionLimit.window) async throws -> T {
        let vault = ScriptedConnection { request, _ in
            guard request.method != "vault.push" else {
                return T.pushed(request) { _, _ in ["outcome": "applied", "rev": "201"] }
            }
            let pull = T.pulls(request)
            guard pull < numbers.count else { return T.page([], head: 200, cursor: "c\(pull)") }
            let first = numbers[..<pull].reduce(1, +)
            return T.page(
                (first..<first + numbers[pull]).map { T.item(SecretID(bits: UInt128($0)), rev: 120, nil) }, head: 200,
                cursor: "c\(pull + 1)")
        }
        let test = try await T(vault: vault)
        try await add(entries, to: test, age: age)
        return test
    }

    /// Adds the synchronised entries K1, K2 … with the ids 1, 2 …, and lets them grow old.
    private func add(_ count: Int, to test: T, age: Duration = DeletionLimit.window) async throws {
        try await test.store.changeProfile { $0.cursor = "c0" }
        for number in 1...count { try await test.put(SecretID(bits: UInt128(number)), "K\(number)") }
        test.clock.advance(by: age)
    }
}
