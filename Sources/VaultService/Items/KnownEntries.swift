import Contracts
import Domain
import Interchange
import Primitives
import StrictJSON
import VaultStore

/// The live items of kind `otp` that an account has, up to a position in its sequence of changes.
struct KnownEntries {
    struct Item: Hashable {
        let id: SecretID
        let rev: Int64
    }

    private var fingerprints: [SecretID: EntryFingerprint] = [:]
    private var items: [EntryFingerprint: [Item]] = [:]
    /// The items that cannot be decrypted, and so cannot be compared, with their revs.
    private(set) var unreadable: [SecretID: Int64] = [:]
    private(set) var cursor: PullCursor?
    /// The head in which everything known is contained.
    private(set) var head: HeadRow?

    /// Returns an item that is the same entry; the one with the id `own` if it is one of several.
    func item(_ fingerprint: EntryFingerprint, preferring own: SecretID?) -> Item? {
        guard let same = items[fingerprint] else { return nil }
        return same.first { $0.id == own } ?? same.min { $0.id < $1.id }
    }

    /// Reads what has changed since the position; everything for the first time, and if the epoch of the position has ended.
    ///
    /// - Throws: ``VaultStoreFault/changed`` if epochs keep ending meanwhile.
    mutating func read(from store: VaultStore, of account: AccountID, at now: Instant) async throws {
        for _ in 0..<Self.mostEpochs {
            do {
                try await readChanges(from: store, of: account, at: now)
                return
            } catch VaultStoreFault.resyncRequired {
                self = KnownEntries()
            }
        }
        throw VaultStoreFault.changed
    }

    /// The number of epochs that one reading may see.
    private static let mostEpochs = 3

    /// Records the head after a push that was applied at the position, so that nothing else has changed. The cursor stays: the
    /// next reading reads the pushed items too.
    mutating func advance(to head: HeadRow) { self.head = head }

    private mutating func readChanges(from store: VaultStore, of account: AccountID, at now: Instant) async throws {
        var hasMore = true
        while hasMore {
            let page = try await store.pull(account, from: cursor, at: now)
            for secret in page.items { record(secret) }
            (cursor, head, hasMore) = (page.cursor, page.head, page.hasMore)
        }
    }

    private mutating func record(_ secret: StoredSecret) {
        if let before = fingerprints.removeValue(forKey: secret.id) {
            items[before]?.removeAll { $0.id == secret.id }
            if items[before]?.isEmpty == true { items[before] = nil }
        }
        unreadable[secret.id] = nil
        guard secret.state == .live, secret.kind == "otp" else { return }
        guard let body = secret.json else {
            unreadable[secret.id] = secret.rev
            return
        }
        guard let fingerprint = EntryFingerprint(body) else { return }
        fingerprints[secret.id] = fingerprint
        items[fingerprint, default: []].append(Item(id: secret.id, rev: secret.rev))
    }
}
