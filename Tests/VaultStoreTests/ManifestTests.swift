import Cryptography
import Domain
import Primitives
import StoreSupport
import StrictJSON
import Support
import Testing
import VaultStore

/// The versions and states of all secrets, and their digest.
@Suite struct ManifestTests {
    @Test func `the manifest lists every row in order of id, and its last page has the digest of the live ones`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        let ids: [SecretID] = (0..<4).map { _ in fixture.id() }
        let revs = [
            try await fixture.bring(ids[0], to: .live), try await fixture.bring(ids[1], to: .trashed),
            try await fixture.bring(ids[2], to: .deleted), try await fixture.bring(ids[3], to: .live),
        ]
        let states: [SecretState] = [.live, .trashed, .deleted, .live]
        let rows = zip(ids, zip(revs, states)).sorted { $0.0 < $1.0 }
        var encoding = ManifestEncoding()
        for (id, row) in rows where row.1 == .live { encoding.add(id, rev: row.0) }
        for limit in [1, 3, 4, 5] {
            var entries: [ManifestPage.Entry] = [], page: ManifestPage
            repeat {
                page = try await fixture.store.manifest(
                    fixture.account, after: entries.last?.id, at: fixture.now, limit: limit)
                #expect(page.entries.count <= limit && page.hasMore == (page.digest == nil))
                entries += page.entries
            } while page.hasMore
            #expect(entries.map(\.id) == rows.map(\.0))
            #expect(entries.map(\.rev) == rows.map(\.1.0) && entries.map(\.state) == rows.map(\.1.1))
            #expect(page.digest?.bytes == SHA256.hash(encoding.bytes))
        }
    }

    @Test func `the last page of a complete pull has the digest, and other pages have none`() async throws {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<3 { try await fixture.create(fixture.id()) }
        let digest = try await fixture.store.manifest(fixture.account, at: fixture.now).digest
        let first = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now, limit: 2)
        #expect(first.hasMore && first.digest == nil)
        let last = try await fixture.store.pull(fixture.account, from: first.cursor, at: fixture.now, limit: 2)
        #expect(!last.hasMore && last.digest == digest)
        #expect(try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).digest == digest)
        let unchanged = try await fixture.store.pull(fixture.account, from: last.cursor, at: fixture.now)
        #expect(unchanged.digest == nil)
        try await fixture.create(fixture.id())
        let changed = try await fixture.store.pull(fixture.account, from: last.cursor, at: fixture.now)
        #expect(changed.items.count == 1 && changed.digest == nil)
        #expect(try await fixture.store.manifest(fixture.account, at: fixture.now).digest != digest)
    }

    @Test func `an account without items has the digest of none, and a purged one no manifest`() async throws {
        let fixture = try await VaultStoreFixture()
        let empty = SHA256.hash(ManifestEncoding().bytes)
        #expect(try await fixture.store.manifest(fixture.account, at: fixture.now).digest?.bytes == empty)
        #expect(try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).digest?.bytes == empty)
        let other: AccountID = fixture.id()
        #expect(try await fixture.store.pull(other, from: nil, at: fixture.now).digest?.bytes == empty)
        try await fixture.store.purge(fixture.account, at: fixture.now)
        await #expect(throws: VaultStoreFault.purged) {
            try await fixture.store.manifest(fixture.account, at: fixture.now)
        }
    }

    @Test func `the digest has the known answers of the vectors`() throws {
        let lists: [[(UInt128, Int64)]] = [
            [], [(1, 1)], [(1, 3), (2, 4)],
            [(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff, 4_294_967_297), (UInt128.max, .max)],
        ]
        let vectors: [JSON] = lists.map { list in
            var encoding = ManifestEncoding(count: list.count)
            for (id, rev) in list { encoding.add(SecretID(bits: id), rev: rev) }
            return [
                "live": .array(list.map { ["id": .string("\(SecretID(bits: $0.0))"), "rev": .string("\($0.1)")] }),
                "input": .string(Hex.encode(encoding.bytes)),
                "digest": .string(Base64URL.encode(SHA256.hash(encoding.bytes))),
            ]
        }
        let document: JSON = [
            "what": .string(
                "The digest of a vault's live items: base64url of SHA-256 of input, which is hexadecimal: the text "
                    + "latchkey/manifest/1 in ASCII, then for each live item in ascending order of id the 16 bytes of the id "
                    + "and the 8 bytes of the rev, most significant first."),
            "digests": .array(vectors),
        ]
        try Vectors.compare(document, with: "manifest")
    }
}
