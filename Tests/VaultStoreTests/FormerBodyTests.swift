import Domain
import Primitives
import Support
import Testing
import VaultStore

/// Two accounts may have secrets with the same id, because devices choose the ids.
@Suite struct FormerBodyTests {
    @Test func `the former bodies of a secret are limited and deleted without those of another account's secret`()
        async throws
    {
        let mine = try await VaultStoreFixture()
        let theirs = try await VaultStoreFixture(on: mine.database, random: SeededRandom(seed: 2).random)
        let id: SecretID = mine.id()
        _ = try await Self.create(id, edits: 5, in: theirs)
        let rev = try await Self.create(id, edits: 12, in: mine)
        #expect(try await mine.count("vault_version") == 10)
        #expect(try await theirs.count("vault_version") == 5)
        try await mine.push(mine.op(.delete, id, on: rev))
        #expect(try await mine.count("vault_version") == 0)
        #expect(try await theirs.count("vault_version") == 5)
    }

    /// Creates a secret, edits it the given number of times, and returns its rev.
    private static func create(_ id: SecretID, edits: Int, in fixture: VaultStoreFixture) async throws -> Int64 {
        var rev = try await fixture.create(id)
        for turn in 1...edits {
            let outcome = try await fixture.push(fixture.op(.update, id, on: rev, fixture.note("\(turn)")))
            guard case .applied(let next) = outcome else { throw Unexpected(what: "\(outcome)") }
            rev = next
        }
        return rev
    }
}
