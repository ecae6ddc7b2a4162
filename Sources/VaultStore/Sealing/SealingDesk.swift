import Cryptography
import Domain
import Primitives
import SQL

/// Opens and seals one account's bodies inside one transaction.
///
/// Keys go by explicit version; nothing is ever opened by trial.
struct SealingDesk {
    let account: AccountID
    let keys: KeyRing
    let cache: DEKCache
    let random: RandomSource
    /// A key made in this transaction. It stays out of the cache: the transaction may yet be undone.
    private var fresh: (version: Int64, key: Key256)?

    init(account: AccountID, keys: KeyRing, cache: DEKCache, random: RandomSource) {
        self.account = account
        self.keys = keys
        self.cache = cache
        self.random = random
    }

    /// The data key new bodies are sealed with, made now if the account has none yet; `head` is told its version.
    mutating func current(_ head: inout HeadRow, in transaction: any Transaction, now: Instant) throws -> Key256 {
        if head.dekVersion > 0 {
            guard let key = try key(head.dekVersion, in: transaction) else { throw VaultStoreFault.keyUnreadable }
            return key
        }
        guard let active = try KeyTable.active(in: transaction) else { throw VaultStoreFault.keyMissing("active") }
        guard let kek = keys.kek(active) else { throw VaultStoreFault.keyMissing(active) }
        let made = Key256.generate(random)
        var bytes = made.reveal
        defer { Wipe.bytes(&bytes) }
        let wrapped = AESGCM.seal(bytes, key: kek, aad: wrapping(by: active, version: 1), random: random)
        try transaction.run(
            DEKTable.insert(.init(kek: active, wrapped: wrapped), version: 1, of: account, now: now))
        head.dekVersion = 1
        fresh = (1, made)
        return made
    }

    /// A data key by its version; nil where its row is gone or damaged.
    /// - Throws: ``VaultStoreFault/keyMissing(_:)`` when the row is sound and its wrapping key is not held here.
    func key(_ version: Int64, in transaction: any Transaction) throws -> Key256? {
        if let fresh, fresh.version == version { return fresh.key }
        let name = DEKCache.Name(account: account, version: version)
        if let key = cache.key(name) { return key }
        guard let row = try DEKTable.read(version, of: account, in: transaction) else { return nil }
        guard let kek = keys.kek(row.kek) else { throw VaultStoreFault.keyMissing(row.kek) }
        guard let bytes = try? AESGCM.open(row.wrapped, key: kek, aad: wrapping(by: row.kek, version: version)),
            let key = Key256(bytes)
        else { return nil }
        cache.keep(key, as: name)
        return key
    }

    /// Seals a body for the place it will have: nobody can move it to another account, secret, kind or rev.
    func seal(_ body: [UInt8], as item: ItemRow, key: Key256) -> [UInt8] {
        AESGCM.seal(body, key: key, aad: place(of: item), random: random)
    }

    /// A row as its owner may see it; a body that cannot be opened is told in place.
    func open(_ item: ItemRow, in transaction: any Transaction) throws -> StoredSecret {
        let body: StoredSecret.Body
        if let sealed = item.sealed {
            if let key = try key(item.dekVersion, in: transaction),
                let opened = try? AESGCM.open(sealed, key: key, aad: place(of: item))
            {
                body = .open(opened)
            } else {
                body = .unreadable
            }
        } else {
            body = .erased
        }
        return StoredSecret(
            id: item.id, kind: item.kind, rev: item.rev, state: item.state, schema: item.schema, body: body,
            createdAt: item.createdAt, updatedAt: item.updatedAt, deletedAt: item.deletedAt, updatedBy: item.updatedBy)
    }

    private func wrapping(by kek: String, version: Int64) -> [UInt8] {
        LengthPrefixed.encode("latchkey/dek/1", kek.bytes, account.bytes, version.bigEndianBytes)
    }

    private func place(of item: ItemRow) -> [UInt8] {
        LengthPrefixed.encode(
            "latchkey/item/1", account.bytes, item.id.bytes, item.kind.bytes, item.schema.bigEndianBytes,
            item.bodyRev.bigEndianBytes, item.dekVersion.bigEndianBytes)
    }
}
