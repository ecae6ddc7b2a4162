import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// The limit on what all accounts have stored together.
@Suite struct StoreUsageTests {
    /// The body of a note with one character has 12 bytes.
    private static func limited(to bytes: Int64?) async throws -> VaultStoreFixture {
        var limits = StoreLimits()
        limits.bytesOfAllAccounts = bytes
        let fixture = try await VaultStoreFixture(limits: limits)
        try await fixture.store.measureUsage()
        return fixture
    }

    @Test func `all accounts are counted, and purged ones are not`() async throws {
        let fixture = try await Self.limited(to: nil)
        let id: SecretID = fixture.id()
        let rev = try await fixture.create(id, "a")
        try await fixture.push(fixture.op(.update, id, on: rev, fixture.note("b")))
        try await fixture.bring(fixture.id(), to: .deleted)
        try await fixture.create(fixture.id(), "d")
        let (other, third): (AccountID, AccountID) = (fixture.id(), fixture.id())
        for account in [other, third] {
            _ = try await fixture.store.push(
                [fixture.op(.create, fixture.id(), fixture.note("c"))], to: account, by: fixture.device, at: fixture.now
            )
        }
        try await fixture.store.purge(third, at: fixture.now)
        #expect(fixture.store.usage?.accounts == 0)
        try await fixture.store.measureUsage()
        let usage = try #require(fixture.store.usage)
        #expect(usage.accounts == 2 && usage.items == 3 && usage.bytes == 36 && usage.historyBytes == 12)
        #expect(usage.tombstones == 1 && usage.operations == 6)
    }

    @Test(arguments: [(Int64(24), "rejected"), (25, "applied")])
    func `from the limit on nothing is added, in any account`(limit: Int64, word: String) async throws {
        let fixture = try await Self.limited(to: limit)
        try await fixture.create(fixture.id(), "a")
        try await fixture.create(fixture.id(), "b")
        let outcome = try await fixture.store.push(
            [fixture.op(.create, fixture.id(), fixture.note("c"))], to: fixture.id(), by: fixture.device,
            at: fixture.now
        ).outcomes[0]
        #expect(outcome.word == word)
        if word == "rejected" { #expect(outcome == .rejected(.storeFull)) }
    }

    @Test func `beyond the limit no body grows, and everything else is possible`() async throws {
        let fixture = try await Self.limited(to: 24)
        let (edited, trashed, deleted): (SecretID, SecretID, SecretID) = (fixture.id(), fixture.id(), fixture.id())
        var rev = try await fixture.create(edited, "ab")
        let second = try await fixture.create(trashed, "c")
        let refused = fixture.op(.create, deleted, fixture.note("d"))
        #expect(try await fixture.push(refused) == .rejected(.storeFull))
        #expect(
            try await fixture.push(fixture.op(.update, edited, on: rev, fixture.note("abc"))) == .rejected(.storeFull))
        for text in ["xy", "z"] {
            let outcome = try await fixture.push(fixture.op(.update, edited, on: rev, fixture.note(text)))
            guard case .applied(let next) = outcome else { throw Unexpected(what: "\(outcome)") }
            rev = next
        }
        #expect(try await fixture.push(fixture.op(.trash, trashed, on: second)).word == "applied")
        #expect(try await fixture.push(fixture.op(.restore, trashed, on: second + 3)).word == "applied")
        for id in [edited, trashed] {
            let secret = try #require(try await fixture.store.secret(id, of: fixture.account))
            #expect(try await fixture.push(fixture.op(.delete, id, on: secret.rev)).word == "applied")
        }
        // What was refused is not logged, so the same operation is applied once there is room.
        #expect(try await fixture.push(refused).word == "applied")
    }

    @Test func `what another instance adds counts from the next measurement on`() async throws {
        var limits = StoreLimits()
        limits.bytesOfAllAccounts = 12
        let instances = try await VaultStoreFixture.twoInstances(), first = instances[0]
        let second = try await VaultStore.open(
            instances[1].database, keys: .sample(), steady: first.clock.steady, random: first.random, limits: limits)
        try await second.measureUsage()
        try await first.create(first.id(), "a")
        func add() async throws -> PushOutcome {
            try await second.push(
                [first.op(.create, first.id(), first.note("b"))], to: first.account, by: first.device, at: first.now
            ).outcomes[0]
        }
        #expect(try await add().word == "applied")
        #expect(try await add() == .rejected(.storeFull))
        try await second.measureUsage()
        #expect(try await add() == .rejected(.storeFull))
        #expect(second.usage?.bytes == 24)
    }
}
