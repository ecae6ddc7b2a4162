import Cryptography
import FaultInjection
public import Primitives
import SQL

/// How far the bodies of one account have been sealed anew.
public struct ResealPosition: Sendable {
    var item: SecretID?
    var areItemsDone = false
    var version: (id: SecretID, rev: Int64)?
    /// The bodies that cannot be decrypted. Their data key is kept, because a restored row may need it.
    public internal(set) var unreadable = 0

    /// The position before the first body of an account.
    public init() {}
}

/// The outcome of one chunk of ``VaultStore/reseal(_:after:limit:)``.
public struct ResealOutcome: Sendable {
    /// The position of the next chunk; nil if the account is done.
    public let next: ResealPosition?
    public let unreadable: Int
    /// The number of former data keys that were destroyed.
    public let destroyed: Int
}

extension VaultStore {
    /// Seals at most `limit` bodies of an account anew with its present data key, former versions included. After the last
    /// one it destroys the former data keys that no body needs any more.
    ///
    /// Pushes wait for the lock of the head, so the body that is replaced is the one that was read. Revs, sequence numbers and
    /// times stay as they are. An interrupted chunk changes all of its rows or none; a later pass finds what is left. The destruction
    /// gives the key set another name, so that every instance drops the destroyed key from its cache.
    /// - Throws: ``VaultStoreFault/keyMissing(_:)``, ``VaultStoreFault/keyUnreadable(_:)``.
    public func reseal(
        _ account: AccountID, after position: ResealPosition = ResealPosition(), limit: Int = 50
    ) async throws -> ResealOutcome {
        let outcome = try await database.write(group: account.bytes) { transaction -> ResealOutcome in
            guard var head = try transaction.first(HeadTable.lock(account)).map(HeadRow.init), head.state == .live,
                head.dekVersion > 0
            else { return ResealOutcome(next: nil, unreadable: 0, destroyed: 0) }
            let cipher = bodyCipher(for: account, head)
            var chunk = ResealChunk(
                account: account, version: head.dekVersion,
                key: try cipher.sealingKey(for: &head, in: transaction, now: head.touchedAt), cipher: cipher,
                transaction: transaction, left: limit, position: position)
            try chunk.sealItems()
            try chunk.sealVersions()
            guard chunk.left > 0 else {
                return ResealOutcome(next: chunk.position, unreadable: chunk.position.unreadable, destroyed: 0)
            }
            try transaction.run(DEKTable.deleteUnneeded(of: account, below: head.dekVersion))
            let destroyed = transaction.changes
            if destroyed > 0 {
                cipher.renameSet(in: &head)
                try transaction.run(HeadTable.update(account, to: head))
            }
            return ResealOutcome(next: nil, unreadable: chunk.position.unreadable, destroyed: destroyed)
        }
        if outcome.destroyed > 0 { cache.removeKeys(of: account) }
        FailPoint.reached("mid-reseal")
        return outcome
    }
}

/// The bodies that one transaction seals anew.
private struct ResealChunk {
    let account: AccountID
    let version: Int64
    let key: Key256
    let cipher: BodyCipher
    let transaction: any Transaction
    /// The number of bodies that may still be read in this chunk.
    var left: Int
    var position: ResealPosition

    mutating func sealItems() throws {
        guard !position.areItemsDone else { return }
        let rows = try transaction.run(
            ResealTable.selectItems(notSealedBy: version, after: position.item, of: account, limit: left)
        ).map(ItemRow.init)
        for row in rows {
            if let new = try cipher.sealAnew(row, version: version, key: key, in: transaction) {
                try transaction.run(ResealTable.replaceItem(new, sealedBy: row.dekVersion, of: account))
            } else {
                position.unreadable += 1
            }
            position.item = row.id
        }
        position.areItemsDone = rows.count < left
        left -= rows.count
    }

    mutating func sealVersions() throws {
        guard left > 0 else { return }
        let rows = try transaction.run(
            ResealTable.selectVersions(notSealedBy: version, after: position.version, of: account, limit: left)
        ).map(ResealTable.version)
        for (row, earlier) in rows {
            if let new = try cipher.sealAnew(row, after: earlier, version: version, key: key, in: transaction) {
                try transaction.run(ResealTable.replaceVersion(new, sealedBy: row.dekVersion, of: account))
            } else {
                position.unreadable += 1
            }
            position.version = (row.id, row.rev)
        }
        left -= rows.count
    }
}
