import Contracts
import DeviceCommands
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Synchronization
import Testing

@testable import LatchkeyDevice

/// A vault that changes while its manifest is read, and what a comparison leaves to be done.
@Suite struct UnfinishedComparisonTests {
    private typealias T = DeviceFixture

    private static let ids = [SecretID(bits: 1), SecretID(bits: 2)]

    /// A manifest of two pages with one live item each, at rev 5.
    ///
    /// - Parameter head: the vault's head in the page.
    private static func manifestPage(
        _ request: ScriptedConnection.Request, head: Int, epoch: EpochID = T.epoch
    ) -> ScriptedConnection.Reply {
        let isFirst = request.params["after"] == nil
        var page: JSONObject = [
            "entries": [["id": .string("\(ids[isFirst ? 0 : 1])"), "rev": "5", "state": "live"]],
            "more": .bool(isFirst), "epoch": .string("\(epoch)"), "head": .string("\(head)"),
        ]
        if !isFirst {
            page["digest"] = .string(
                ManifestEntry.digest(of: ids.map { ManifestEntry(id: $0, rev: 5, state: .live) }))
        }
        return .result(.object(page))
    }

    /// A device that has the first item alone, after a pull up to the head 10.
    ///
    /// - Parameter manifest: returns a page of the manifest, given the number of manifests that were begun before it.
    private static func device(
        _ manifest: @escaping @Sendable (ScriptedConnection.Request, _ begun: Int) -> ScriptedConnection.Reply
    ) async throws -> T {
        let begun = Counter()
        let vault = ScriptedConnection { request, _ in
            switch request.method {
            case "vault.manifest":
                manifest(request, request.params["after"] == nil ? begun.next() : begun.latest)
            case _ where request.params["cursor"] == nil:
                T.page(ids.map { T.item($0, rev: 5, T.body("K")) }, cursor: "c1")
            case _: T.page([], cursor: "c0")
            }
        }
        let test = try await T(vault: vault)
        try await test.put(ids[0], "K", rev: 5)
        try await test.store.changeProfile { ($0.cursor, $0.head, $0.headEpoch) = ("c0", DecimalInt64(10), T.epoch) }
        return test
    }

    @Test(arguments: [(2, true), (3, false)])
    func `a manifest is read up to three times because the head moves between its pages`(
        moves: Int, isCompared: Bool
    ) async throws {
        let test = try await Self.device { request, begun in
            let hasMoved = begun < moves && request.params["after"] != nil
            return Self.manifestPage(request, head: hasMoved ? 11 : 10)
        }
        let output = try await SyncEntries(check: true).run(on: test.device)
        #expect(output.check?.compared == isCompared && output.check?.listed == (isCompared ? 2 : nil))
        #expect(output.check?.differences.map(\.repaired) == (isCompared ? [true] : []))
        let text = SyncEntries.text(of: output)
        #expect(text.contains("Not compared with the server, because it changed meanwhile") == !isCompared)
        #expect(text.contains("1 differed, 1 repaired") == isCompared)
        #expect(try await test.issuers() == (isCompared ? ["K", "K"] : ["K"]))
    }

    @Test(arguments: [false, true])
    func `a comparison that was not made is made by the next sync if there was a cause to`(isDue: Bool) async throws {
        let test = try await Self.device { request, begun in
            Self.manifestPage(request, head: begun < 3 && request.params["after"] != nil ? 11 : 10)
        }
        if isDue { try await test.store.changeProfile { $0.differsFromVault = true } }
        #expect(try await test.device.sync(comparing: !isDue).comparison == .notCompared)
        #expect(try await test.store.profile().differsFromVault == (isDue ? true : nil))
        #expect(try await test.device.sync().compared?.found == (isDue ? [Self.ids[1]: .missing] : nil))
        #expect(try await test.store.profile().differsFromVault == nil)
    }

    @Test(arguments: [(9, T.epoch), (10, EpochID(bits: 10))])
    func `a manifest of another epoch, or from before the last pull, is not compared`(
        head: Int, epoch: EpochID
    ) async throws {
        let test = try await Self.device { request, _ in Self.manifestPage(request, head: head, epoch: epoch) }
        #expect(try await test.device.sync(comparing: true).comparison == .notCompared)
        #expect(try await test.issuers() == ["K"])
    }

    @Test func `differences are not called repaired if they could not be looked for again`() async throws {
        let test = try await Self.device { request, begun in
            let hasMoved = (1...3).contains(begun) && request.params["after"] != nil
            return Self.manifestPage(request, head: hasMoved ? 11 : 10)
        }
        let output = try await SyncEntries(check: true).run(on: test.device)
        #expect(output.check?.compared == true && output.check?.differences.map(\.repaired) == [nil])
        let text = SyncEntries.text(of: output)
        #expect(text.contains("1 differed, and were pulled again") && !text.contains("repaired"))
        #expect(text.contains("Not compared with the server after that"))
        #expect(try await test.store.profile().differsFromVault == true)
        let next = try #require(try await test.device.sync().compared)
        #expect(next.found == [:] && next.remaining == [:])
        #expect(try await test.store.profile().differsFromVault == nil)
    }

    @Test(arguments: [false, true])
    func `a vault without the method fails a requested comparison and no other`(isRequested: Bool) async throws {
        let test = try await Self.device { _, _ in .fault("methodNotFound", status: 200) }
        try await test.store.changeProfile { $0.differsFromVault = true }
        if isRequested {
            await #expect(throws: DeviceFault.self) { try await test.device.sync(comparing: true) }
        } else {
            #expect(try await test.device.sync().comparison == nil)
        }
        #expect(try await test.store.profile().differsFromVault == true)
        #expect(test.vault.requests.count { $0.method == "vault.manifest" } == 1)
    }

    @Test func `what the pull after a comparison makes is sent in the same sync`() async throws {
        let test = try await Self.devicePushing { request in
            T.pushed(request) { _, _ in ["outcome": "applied", "rev": "11"] }
        }
        // The vault deleted the item and brought it back with other content; a defect has lost the second change.
        try await test.put(Self.ids[0], "Ours", rev: 3)
        var entry = try await test.device.entry(named: "Ours")
        entry.trash = LocalTrash(
            state: .restorable, at: test.clock.now, tombstone: ItemBase(epoch: T.epoch, rev: DecimalInt64(4)))
        try await test.store.put(entry)
        let report = try await test.device.sync(comparing: true)
        #expect(report.compared?.found[Self.ids[0]] == .otherVersion && report.copies.count == 1 && report.sent == 1)
        let body = try #require(test.vault.pushed.last?.first)["body"]
        #expect(test.vault.pushed.count == 1 && body?["issuer"] == "Ours")
        #expect(test.vault.requests.count { $0.method == "vault.manifest" && $0.params["after"] == nil } == 2)
    }

    @Test func `a limit of the account does not keep a sync from comparing and repairing`() async throws {
        let test = try await Self.devicePushing { _ in
            .fault("limitReached", status: 200, data: ["limit": "operationsPerHour"])
        }
        try await test.put(Self.ids[0], "K", rev: 5)
        try await test.unsent("New")
        try await test.store.changeProfile { $0.differsFromVault = true }
        let fault = await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(fault?.name == "limitReached")
        #expect(try await test.issuers() == ["K", "K", "New"])
        #expect(try await test.store.profile().differsFromVault == nil)
    }

    @Test func `the comparison waits until what has to be sent again was sent`() async throws {
        let pushes = Counter()
        let test = try await Self.devicePushing { request in
            let isFirst = pushes.next() == 0
            return T.pushed(request) { _, _ in
                isFirst ? ["outcome": "rejected", "reason": "opExpired"] : ["outcome": "applied", "rev": "11"]
            }
        }
        try await test.put(Self.ids[0], "K", rev: 5)
        try await test.put(Self.ids[1], "K", rev: 5)
        try await test.unsent("New")
        _ = try await test.device.sync(comparing: true)
        let methods = test.vault.requests.map(\.method)
        let lastPush = try #require(methods.lastIndex(of: "vault.push"))
        #expect(test.vault.pushed.count == 2 && methods[..<lastPush].contains("vault.manifest") == false)
        #expect(methods[lastPush...].contains("vault.manifest"))
    }

    @Test func `a sync ends after four rounds, however often a push has to be repeated`() async throws {
        let test = try await Self.devicePushing { _ in
            .fault("resyncRequired", status: 200, data: ["reason": "cursorExpired"])
        }
        try await test.unsent("New")
        _ = try await test.device.sync()
        #expect(test.vault.requests.count { $0.method == "vault.push" } == 4)
    }

    /// A device after a pull up to the head 10, whose pushes the closure answers.
    private static func devicePushing(
        _ push: @escaping @Sendable (ScriptedConnection.Request) -> ScriptedConnection.Reply
    ) async throws -> T {
        let vault = ScriptedConnection { request, _ in
            switch request.method {
            case "vault.manifest": manifestPage(request, head: 10)
            case "vault.push": push(request)
            case _ where request.params["cursor"] == nil:
                T.page(ids.map { T.item($0, rev: 5, T.body("K")) }, cursor: "c1")
            case _: T.page([], cursor: "c0")
            }
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { ($0.cursor, $0.head, $0.headEpoch) = ("c0", DecimalInt64(10), T.epoch) }
        return test
    }
}

/// Counts the manifests that were begun.
private final class Counter: Sendable {
    private let count = Mutex(0)

    /// The number before this call.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count - 1
        }
    }

    /// The number that ``next()`` returned last.
    var latest: Int { count.withLock { $0 - 1 } }
}
