import Cryptography
import Domain
import Primitives
import SQL

/// Encrypts and decrypts the bodies of one account inside one transaction.
///
/// Each body names the version of its data key, and each data key the id of its wrapping key, so exactly one key is tried.
struct BodyCipher {
    let account: AccountID
    let keys: KeyRing
    let cache: DEKCache
    let random: RandomSource
    /// The data key created in this transaction. It must not enter the cache: the transaction may still be rolled back.
    private var newKey: (version: Int64, key: Key256)?

    init(account: AccountID, keys: KeyRing, cache: DEKCache, random: RandomSource) {
        self.account = account
        self.keys = keys
        self.cache = cache
        self.random = random
    }

    /// Returns the data key for new bodies. Creates it, and sets its version in `head`, if the account has none yet.
    ///
    /// - Throws: ``VaultStoreFault/keyMissing(_:)``, ``VaultStoreFault/keyUnreadable(_:)``.
    mutating func sealingKey(
        for head: inout HeadRow, in transaction: any Transaction, now: Instant
    ) throws -> Key256 {
        if head.dekVersion > 0 {
            guard let key = try key(head.dekVersion, in: transaction) else {
                throw VaultStoreFault.keyUnreadable(account)
            }
            return key
        }
        guard let active = try transaction.first(WrappingKeyTable.selectActive)?.text(0) else {
            throw VaultStoreFault.keyMissing("active")
        }
        guard let kek = keys.kek(active) else { throw VaultStoreFault.keyMissing(active) }
        let key = Key256.generate(random)
        var bytes = key.reveal
        defer { Wipe.bytes(&bytes) }
        let wrapped = AESGCM.seal(bytes, key: kek, aad: associatedData(kek: active, version: 1), random: random)
        try transaction.run(DEKTable.insert(.init(kek: active, wrapped: wrapped), version: 1, of: account, now: now))
        head.dekVersion = 1
        newKey = (1, key)
        return key
    }

    /// Returns the data key of a version; nil if its row is missing or damaged.
    ///
    /// - Throws: ``VaultStoreFault/keyMissing(_:)`` if this instance does not hold the wrapping key.
    private func key(_ version: Int64, in transaction: any Transaction) throws -> Key256? {
        if let newKey, newKey.version == version { return newKey.key }
        let id = DEKCache.KeyID(account: account, version: version)
        if let key = cache.key(id) { return key }
        guard let row = try transaction.first(DEKTable.select(version, of: account)).map(DEKRow.init) else {
            return nil
        }
        guard let kek = keys.kek(row.kek) else { throw VaultStoreFault.keyMissing(row.kek) }
        guard let bytes = try? AESGCM.open(row.wrapped, key: kek, aad: associatedData(kek: row.kek, version: version)),
            let key = Key256(bytes)
        else { return nil }
        cache.insert(key, as: id)
        return key
    }

    /// Encrypts a body. The additional data binds the body to account, item, kind, schema, the rev it was encrypted under
    /// and the version of its data key, so that it cannot be decrypted as another row's body.
    func seal(_ body: [UInt8], as item: ItemRow, key: Key256) -> [UInt8] {
        AESGCM.seal(body, key: key, aad: associatedData(of: item), random: random)
    }

    /// Decrypts a row. A body that cannot be decrypted becomes ``StoredSecret/Body/unreadable``.
    ///
    /// - Throws: ``VaultStoreFault/keyMissing(_:)``.
    func open(_ item: ItemRow, in transaction: any Transaction) throws -> StoredSecret {
        StoredSecret(
            id: item.id, kind: item.kind, rev: item.rev, state: item.state, schema: item.schema,
            body: try body(of: item, in: transaction), createdAt: item.createdAt, updatedAt: item.updatedAt,
            deletedAt: item.deletedAt, updatedBy: item.updatedBy)
    }

    private func body(of item: ItemRow, in transaction: any Transaction) throws -> StoredSecret.Body {
        guard let sealed = item.sealed else { return .erased }
        guard let key = try key(item.dekVersion, in: transaction),
            let body = try? AESGCM.open(sealed, key: key, aad: associatedData(of: item))
        else { return .unreadable }
        return .open(body)
    }

    private func associatedData(kek: String, version: Int64) -> [UInt8] {
        LengthPrefixed.encode("latchkey/dek/1", kek.bytes, account.bytes, version.bigEndianBytes)
    }

    private func associatedData(of item: ItemRow) -> [UInt8] {
        LengthPrefixed.encode(
            "latchkey/item/1", account.bytes, item.id.bytes, item.kind.bytes, item.schema.bigEndianBytes,
            item.bodyRev.bigEndianBytes, item.dekVersion.bigEndianBytes)
    }
}
