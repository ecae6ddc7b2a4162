import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Entries that wait for the person: kept as new ones, or let go.
@Suite struct ChoosingTests {
    private typealias T = TestDevice
    private static let id = SecretID(bits: 0xa)
    private static let taken = FakePeer { asked, _ in
        asked.method == "vault.push" ? T.pushed(asked) { _, _ in ["outcome": "applied", "rev": "9"] } : T.page([])
    }

    @Test func `a held entry kept as new is sent to the account that is signed in, under an id of its own`()
        async throws
    {
        let test = try await held(Self.taken)
        let list = try await Verbs.run(.list, on: test.device)
        #expect(list["entries"]?[0]?["held"] == true && list["entries"]?[0]?["synchronised"] == false)
        #expect(Telling.text(of: .list, list).hasSuffix("latchkey keep-as-new ENTRY, or latchkey discard ENTRY."))
        let kept = try await Verbs.run(.keepAsNew, ["entry": "K"], on: test.device)
        #expect(Telling.text(of: .keepAsNew, kept) == "Kept as new, and sent at the next sync: K (ada).")
        #expect(try await test.device.sync().sent == 1)
        let entry = try await test.device.find("K")
        #expect(entry.id != Self.id && entry.isSynchronised)
        #expect(try await test.store.entries().count == 1)
        #expect(try await test.device.undecided().isEmpty)
    }

    @Test func `a held entry that is discarded is gone from here, and no server is told`() async throws {
        let test = try await held(FakePeer { _, _ in T.page([]) })
        let gone = try await Verbs.run(.discard, ["all": true], on: test.device)
        #expect(gone["discarded"]?[0]?["id"] == .string("\(Self.id)"))
        _ = try await test.device.sync()
        #expect(try await test.store.entries().isEmpty && test.vault.pushed.isEmpty)
    }

    @Test(arguments: [(Verb.keepAsNew, ["Ours", "Theirs"]), (.discard, ["Theirs"])])
    func `a change the server refused is kept beside its version, or given up for it`(
        verb: Verb, left: [String]
    ) async throws {
        let test = try await T(vault: FakePeer { _, _ in T.page([]) })
        try await test.put(Self.id, "Theirs")
        try await park("Ours", "bodyRefused", on: test)
        _ = try await Verbs.run(verb, ["entry": "Ours"], on: test.device)
        #expect(try await test.issuers() == left)
        #expect(try await test.device.find("Theirs").id == Self.id)
        #expect(try await test.device.undecided().isEmpty)
    }

    @Test(arguments: [(Verb.keepAsNew, ["Ours"]), (.discard, [])] as [(Verb, [String])])
    func `an entry deleted elsewhere and edited here is kept under a new id, or goes`(
        verb: Verb, left: [String]
    ) async throws {
        let test = try await T(vault: Self.taken)
        try await test.put(Self.id, "Theirs")
        try await park("Ours", "gone", on: test)
        _ = try await Verbs.run(verb, ["all": true], on: test.device)
        #expect(try await test.issuers() == left)
        #expect(try await test.store.entries().allSatisfy { $0.id != Self.id && $0.parked == nil })
    }

    @Test func `an entry that waits for nothing is not chosen about`() async throws {
        let test = try await T()
        try await test.put(Self.id, "K")
        await #expect(throws: DeviceFault.nothingToChoose("K")) {
            try await Verbs.run(.discard, ["entry": "K"], on: test.device)
        }
        #expect(try await Verbs.run(.keepAsNew, ["all": true], on: test.device)["kept"] == [])
        #expect(try await test.issuers() == ["K"])
    }

    /// A device with an entry of an account that is no longer the one signed in.
    private func held(_ vault: FakePeer) async throws -> T {
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.signIn(as: AccountID(bits: 8))
        return test
    }

    private func park(_ issuer: String, _ reason: String, on test: T) async throws {
        var entry = try await test.device.find("Theirs")
        entry.body?["issuer"] = .string(issuer)
        entry.parked = reason
        if reason == "gone" { entry.base = nil }
        try await test.store.put(entry)
    }
}
