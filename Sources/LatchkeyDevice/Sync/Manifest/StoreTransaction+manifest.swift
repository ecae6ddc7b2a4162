import Contracts
import Cryptography
import Domain
import Primitives
import SQL

extension StoreTransaction {
    /// What this device has of one of the account's items, read without decrypting it.
    private struct LocalVersion {
        let id: SecretID
        let local: ManifestDifference.Local
        /// The rev of the live item that the vault has, as far as this device knows; nil for none. Entries whose deletion
        /// is held have none, because the vault has deleted them.
        let liveRev: Int64?

        init(_ row: Row) throws {
            id = try row.identifier(0)
            let rev = try row.intOrNil(1), state: BaseState = try row.enumValueOrNil(2) ?? .current
            let isOwed = try row.int(5) != 0, content = try row.textOrNil(6)
            let isOnServer = state == .current || state == .returned
            guard try row.textOrNil(3) == nil else {
                (local, liveRev) = (.trash(tombstone: try row.intOrNil(4)), nil)
                return
            }
            guard let rev, isOnServer else {
                (local, liveRev) = (.undecided, nil)
                return
            }
            local = isOwed ? .undecided : .version(rev: rev)
            liveRev = BaseContent.mayBeLive(storedName: content) ? rev : nil
        }
    }

    private func localVersions(of owner: OwnerTag) throws -> [LocalVersion] {
        try run(EntryTable.selectVersions(of: owner)).map(LocalVersion.init)
    }

    /// The digest of the account's items that this device takes for live, in the form of the vault's.
    func liveDigest(of owner: OwnerTag) throws -> String {
        let live = try localVersions(of: owner)
        var encoding = ManifestEncoding(count: live.count)
        for version in live { if let rev = version.liveRev { encoding.add(version.id, rev: rev) } }
        return Base64URL.encode(SHA256.hash(encoding.bytes))
    }

    /// Compares the account's entries with the manifest.
    ///
    /// Items that changed after the last pull are left out, because the next one brings them.
    func differences(
        from manifest: [ManifestEntry], upTo head: Int64, of owner: OwnerTag
    ) throws -> [SecretID: ManifestDifference] {
        var locals = Dictionary(
            uniqueKeysWithValues: try localVersions(of: owner).map { ($0.id, $0.local) })
        var differences: [SecretID: ManifestDifference] = [:]
        for entry in manifest {
            let local = locals.removeValue(forKey: entry.id)
            guard entry.rev.value <= head else { continue }
            differences[entry.id] = ManifestDifference(local, .init(rev: entry.rev.value, state: entry.state))
        }
        for (id, local) in locals { differences[id] = ManifestDifference(local, nil) }
        return differences
    }
}

extension ManifestEntry {
    /// The digest of the live items of a whole manifest.
    static func digest(of manifest: [ManifestEntry]) -> String {
        var encoding = ManifestEncoding(count: manifest.count)
        for entry in manifest where entry.state == .live { encoding.add(entry.id, rev: entry.rev.value) }
        return Base64URL.encode(SHA256.hash(encoding.bytes))
    }
}
