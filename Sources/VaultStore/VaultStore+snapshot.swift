import Cryptography
import Primitives
import SQL

extension VaultStore {
    /// Runs a closure on one snapshot of an account, with its head and the cipher of its bodies; returns nil if the
    /// account has no head yet.
    ///
    /// - Throws: ``VaultStoreFault/purged``, and what the closure throws.
    func read<T: Sendable>(
        _ account: AccountID, at now: Instant? = nil,
        _ body: @Sendable @escaping (HeadRow, BodyCipher, any Transaction) throws -> T
    ) async throws -> T? {
        try await inCurrentEpoch(of: account, at: now) {
            let (value, keys) = try await database.read { transaction -> (T?, [DEKCache.KeyID: Key256]) in
                guard let row = try transaction.first(HeadTable.select(account)) else { return (nil, [:]) }
                let head = try currentHead(row), cipher = bodyCipher(for: account, head)
                return (try body(head, cipher, transaction), cipher.keysToCache)
            }
            cache.insert(keys)
            return value
        }
    }

    /// Decodes a row of ``HeadTable/select(_:)`` and reports the generation in force.
    ///
    /// - Throws: ``VaultStoreFault/purged``, ``OutdatedHead``.
    func currentHead(_ row: Row) throws -> HeadRow {
        let generation = try row.int(HeadTable.generationColumn)
        generations.note(generation)
        return try HeadRow(row).checkedCurrent(in: generation)
    }

    func bodyCipher(for account: AccountID, _ head: HeadRow) -> BodyCipher {
        BodyCipher(account: account, head: head, keys: keys, cache: cache, random: random)
    }
}
