import Cryptography
import FaultInjection
public import Primitives
import SQL

/// The outcome of one chunk of ``VaultStore/rewrap(_:after:limit:)``.
public struct RewrapOutcome: Sendable {
    /// The number of data keys that are wrapped with the active key now.
    public let changed: Int
    /// The accounts with a data key that cannot be unwrapped; its row stays as it is.
    public let unreadable: [AccountID]
    /// The position of the next chunk; nil if there is none.
    public let next: RewrapPosition?
}

/// The last data key of a chunk.
public struct RewrapPosition: Sendable {
    let row: WrappedDEKRow
}

extension VaultStore {
    /// Wraps at most `limit` data keys of a former wrapping key with the active one.
    ///
    /// The data keys stay the same, so nothing that devices or caches have becomes wrong. Each row is replaced only if it
    /// still is as it was read: a row that was deleted meanwhile, or wrapped by another instance, is left alone. An
    /// interrupted chunk changes all of its rows or none.
    ///
    /// Nothing is wrapped while the file of the active key is missing or wrong: only the file of the former key could
    /// unwrap the data keys after a restart.
    /// - Parameters:
    ///   - id: the wrapping key, which is not active.
    ///   - position: the end of the chunk before; nil for the first.
    /// - Throws: ``VaultStoreFault/keyMissing(_:)`` if this instance does not hold one of both keys, or the
    ///   file of the active one was missing or wrong when the files were last read.
    public func rewrap(_ id: String, after position: RewrapPosition? = nil, limit: Int = 200) async throws
        -> RewrapOutcome
    {
        let select = DEKTable.select(wrappedBy: id, after: position?.row, limit: limit)
        let rows = try await database.select(select).map(WrappedDEKRow.init)
        guard let last = rows.last else { return RewrapOutcome(changed: 0, unreadable: [], next: nil) }
        guard let former = keys.kek(id) else { throw VaultStoreFault.keyMissing(id) }
        var unwrapped: [(row: WrappedDEKRow, key: Key256)] = [], unreadable: [AccountID] = []
        for row in rows {
            if let key = DataKeyWrap.open(row.wrapped, by: former, id, version: row.version, of: row.account) {
                unwrapped.append((row, key))
            } else {
                unreadable.append(row.account)
            }
        }
        let changed = try await database.write { [keys, random, unwrapped] transaction -> Int in
            guard let active = try WrappingKeyTable.shareActive(in: transaction) else {
                throw VaultStoreFault.keyMissing("active")
            }
            guard active != id else { return 0 }
            guard let kek = keys.kekOnFile(active) else { throw VaultStoreFault.keyMissing(active) }
            var changed = 0
            for (row, key) in unwrapped {
                let wrapped = DataKeyWrap.seal(key, by: kek, active, version: row.version, of: row.account, random)
                try transaction.run(
                    DEKTable.replace(row, of: id, with: DEKRow(kek: active, wrapped: wrapped)))
                changed += transaction.changes
            }
            return changed
        }
        FailPoint.reached("mid-rewrap")
        return RewrapOutcome(
            changed: changed, unreadable: unreadable, next: rows.count < limit ? nil : RewrapPosition(row: last))
    }
}
