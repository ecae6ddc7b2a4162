import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import VaultService

@Suite struct `vault.manifest` {
    @Test func `plays its example: every item with its rev and state, and the digest that a complete pull has`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let (params, example) = VaultManifest.example
        try await person.push(person.create("a"), person.create("b"))
        let added = try await person.call(SecretAdd.self, SecretAdd.example.params)
        let manifest = try await person.call(VaultManifest.self, params)
        #expect(manifest.entries.count == 3 && manifest.entries.contains(example.entries[0]))
        #expect(manifest.head == example.head && manifest.more == example.more && manifest.epoch == added.epoch)
        let pulled = try await person.pull()
        #expect(manifest.digest != nil && pulled.digest == manifest.digest)
        #expect(try await person.pull(pulled.cursor).digest == nil)
        #expect(try await person.call(VaultManifest.self, .init(limit: 2)).more)
        let rest = try await person.call(VaultManifest.self, .init(after: manifest.entries[1].id))
        #expect(rest.entries == [manifest.entries[2]] && rest.digest == manifest.digest)
    }

    @Test func `a manifest is of the caller's account alone, and no read of a secret`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        #expect(try await fixture.person().call(VaultManifest.self, .init()).entries.isEmpty)
        _ = try await person.call(VaultManifest.self, .init())
        await fixture.vault.writeReads()
        #expect(try await fixture.readCounts() == [])
    }
}
