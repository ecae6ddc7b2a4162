import Cryptography
import Domain
import Primitives
import SQL

/// Encrypts and decrypts the bodies of one account inside one transaction.
///
/// Each body names the version of its data key, and each data key the id of its wrapping key, so exactly one key is
/// tried. It is a class, so that the keys it reads can be cached after the transaction (``keysToCache``).
final class BodyCipher {
    private let account: AccountID
    private let keys: KeyRing
    private let cache: DEKCache
    private let random: RandomSource
    /// The head's ``HeadRow/dekSet``. Nothing is cached without one.
    private var set: [UInt8]?
    /// The data keys that this transaction read or created, by version.
    private var known: [Int64: Key256] = [:]
    /// The data key that was used last. Nearly all bodies of an account have the same one.
    private var last: (version: Int64, key: Key256)?
    /// The highest rev of the former bodies of secrets that are being opened, where it has been read; 0 for none.
    private var newestFormerRevs: [SecretID: Int64] = [:]
    /// The beginning of the associated data of every body of the account.
    private let itemPrefix: [UInt8]

    init(account: AccountID, head: HeadRow, keys: KeyRing, cache: DEKCache, random: RandomSource) {
        self.account = account
        self.keys = keys
        self.cache = cache
        self.random = random
        set = head.dekSet
        itemPrefix = LengthPrefixed.encode("latchkey/item/1", account.bytes)
    }

    /// The keys that this transaction has read or created. They may enter the cache only after it has committed: the
    /// row of a key that this transaction, or another one of the same commit, has created may still be rolled back.
    var keysToCache: [DEKCache.KeyID: Key256] {
        guard let set else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: known.map { (DEKCache.KeyID(account: account, set: set, version: $0), $1) })
    }

    /// Returns the data key for new bodies.
    ///
    /// If the account has none yet, the key is created, and its version and the name of the key set are set in `head`.
    /// A key set that the previous version of the vault left without a name gets one.
    /// - Throws: ``VaultStoreFault/keyMissing(_:)``, ``VaultStoreFault/keyUnreadable(_:)``.
    func sealingKey(for head: inout HeadRow, in transaction: any Transaction, now: Instant) throws -> Key256 {
        if head.dekVersion > 0 {
            guard let key = try key(head.dekVersion, in: transaction) else {
                throw VaultStoreFault.keyUnreadable(account)
            }
            if set == nil { nameSet(in: &head) }
            return key
        }
        return try renewKey(for: &head, in: transaction, now: now)
    }

    /// Creates a data key that takes the place of the present one for new bodies, or the first one.
    ///
    /// Its version and a new name of the key set are set in `head`. The wrapping key stays active until the transaction
    /// ends, so that it is not retired before the new row is seen.
    /// - Throws: ``VaultStoreFault/keyMissing(_:)``.
    @discardableResult
    func renewKey(for head: inout HeadRow, in transaction: any Transaction, now: Instant) throws -> Key256 {
        guard let active = try WrappingKeyTable.shareActive(in: transaction) else {
            throw VaultStoreFault.keyMissing("active")
        }
        guard let kek = keys.kek(active) else { throw VaultStoreFault.keyMissing(active) }
        let (key, version) = (Key256.generate(random), head.dekVersion + 1)
        let wrapped = DataKeyWrap.seal(key, by: kek, active, version: version, of: account, random)
        try transaction.run(
            DEKTable.insert(.init(kek: active, wrapped: wrapped), version: version, of: account, now: now))
        head.dekVersion = version
        nameSet(in: &head)
        known[version] = key
        return key
    }

    /// Gives the key set another name, so that no cached key of the account is found any more.
    func renameSet(in head: inout HeadRow) {
        known = [:]
        last = nil
        nameSet(in: &head)
    }

    private func nameSet(in head: inout HeadRow) {
        set = random.bytes(8)
        head.dekSet = set
    }

    /// Returns the data key of a version; nil if its row is missing or damaged.
    ///
    /// - Throws: ``VaultStoreFault/keyMissing(_:)`` if this instance does not hold the wrapping key.
    private func key(_ version: Int64, in transaction: any Transaction) throws -> Key256? {
        if let last, last.version == version { return last.key }
        let key = try findKey(version, in: transaction)
        last = key.map { (version, $0) }
        return key
    }

    private func findKey(_ version: Int64, in transaction: any Transaction) throws -> Key256? {
        if let key = known[version] { return key }
        if let set, let key = cache.key(DEKCache.KeyID(account: account, set: set, version: version)) { return key }
        guard let row = try transaction.first(DEKTable.select(version, of: account)).map(DEKRow.init) else {
            return nil
        }
        guard let kek = keys.kek(row.kek) else { throw VaultStoreFault.keyMissing(row.kek) }
        guard let key = DataKeyWrap.open(row.wrapped, by: kek, row.kek, version: version, of: account) else {
            return nil
        }
        known[version] = key
        return key
    }

    /// Encrypts a body. The additional data binds the body to account, item, kind, schema, the rev it was encrypted
    /// under and the version of its data key, so that it cannot be decrypted as another row's body.
    func seal(_ body: [UInt8], as item: ItemRow, key: Key256) -> [UInt8] {
        AESGCM.seal(body, key: key, aad: associatedData(of: item), random: random)
    }

    /// Encrypts the body of a row anew with the data key that seals new bodies; returns nil if it cannot be decrypted.
    ///
    /// The body stays bound to the rev that it was first encrypted under.
    ///
    /// - Parameter earlier: for a former body, the rev of the former body before it, 0 if there is none; nil for a present
    ///   body.
    /// - Throws: ``VaultStoreFault/keyMissing(_:)``.
    func sealAnew(
        _ item: ItemRow, after earlier: Int64? = nil, version: Int64, key: Key256, in transaction: any Transaction
    ) throws -> ItemRow? {
        newestFormerRevs[item.id] = earlier
        defer { newestFormerRevs[item.id] = nil }
        guard case .open(let body) = try body(of: item, in: transaction) else { return nil }
        var item = item
        item.dekVersion = version
        item.sealed = seal(body, as: item, key: key)
        return item
    }

    /// Decrypts a row. A body that cannot be decrypted becomes ``StoredSecret/Body/unreadable``.
    ///
    /// - Throws: ``VaultStoreFault/keyMissing(_:)``.
    func open(_ item: ItemRow, in transaction: any Transaction) throws -> StoredSecret {
        StoredSecret(
            id: item.id, kind: item.kind, rev: item.rev, state: item.state, schema: item.schema,
            body: try body(of: item, in: transaction), createdAt: item.createdAt, updatedAt: item.updatedAt,
            deletedAt: item.deletedAt, updatedBy: item.updatedBy, broughtBack: item.broughtBack,
            includes: item.includes)
    }

    /// Decrypts rows, as ``open(_:in:)`` does, after reading in one exchange what says whether a body is in its place.
    func open(_ items: [ItemRow], in transaction: any Transaction) throws -> [StoredSecret] {
        let doubtful = items.filter { $0.sealed != nil && $0.bodyRev < $0.rev }
        let rows =
            try doubtful.isEmpty
            ? [] : transaction.batch(doubtful.map { VersionTable.selectNewestRev(of: $0.id, of: account) })
        for (item, rows) in zip(doubtful, rows) { newestFormerRevs[item.id] = try rows.first?.intOrNil(0) ?? 0 }
        defer { newestFormerRevs = [:] }
        return try items.map { try open($0, in: transaction) }
    }

    /// Decrypts a former body, or the present one whose former bodies the caller has read.
    ///
    /// - Parameter earlier: the rev of the former body before it; 0 if there is none.
    func open(_ item: ItemRow, after earlier: Int64, in transaction: any Transaction) throws -> StoredSecret {
        newestFormerRevs[item.id] = earlier
        defer { newestFormerRevs[item.id] = nil }
        return try open(item, in: transaction)
    }

    /// False if the body was sealed as an earlier or a later one of the secret than the row says.
    ///
    /// The seal binds a body to the rev under which it was sealed, and moves to the trash and back raise the row's rev
    /// alone. So a whole row of a former body in place of the present one would open. But each body was sealed after
    /// the last rev of the one before it.
    private func isInPlace(_ item: ItemRow, in transaction: any Transaction) throws -> Bool {
        guard item.bodyRev <= item.rev else { return false }
        if let earlier = newestFormerRevs[item.id] { return earlier < item.bodyRev }
        if item.bodyRev == item.rev { return true }
        let newest = try transaction.first(VersionTable.selectNewestRev(of: item.id, of: account))?.intOrNil(0)
        return (newest ?? 0) < item.bodyRev
    }

    private func body(of item: ItemRow, in transaction: any Transaction) throws -> StoredSecret.Body {
        guard let sealed = item.sealed else { return .erased }
        guard try isInPlace(item, in: transaction), let key = try key(item.dekVersion, in: transaction),
            let body = try? AESGCM.open(sealed, key: key, aad: associatedData(of: item))
        else { return .unreadable }
        return .open(body)
    }

    /// Appends the parts one by one, because a page has up to thousands of rows and every part as an array of its own
    /// is an allocation.
    private func associatedData(of item: ItemRow) -> [UInt8] {
        var data = itemPrefix
        data.reserveCapacity(itemPrefix.count + Self.itemPartsSize)
        withUnsafeBytes(of: item.id.bits.bigEndian) { LengthPrefixed.append($0, to: &data) }
        var kind = item.kind
        kind.withUTF8 { LengthPrefixed.append(UnsafeRawBufferPointer($0), to: &data) }
        withUnsafeBytes(of: item.schema.bigEndian) { LengthPrefixed.append($0, to: &data) }
        withUnsafeBytes(of: item.bodyRev.bigEndian) { LengthPrefixed.append($0, to: &data) }
        withUnsafeBytes(of: item.dekVersion.bigEndian) { LengthPrefixed.append($0, to: &data) }
        return data
    }

    /// The bytes of a row's own parts with their lengths: an identifier, three numbers and a kind of at most 16 bytes.
    private static let itemPartsSize = 5 * 4 + 16 + 3 * 8 + 16
}
