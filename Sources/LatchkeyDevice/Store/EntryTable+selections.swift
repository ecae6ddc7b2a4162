import Contracts
import Primitives
import SQL

extension EntryTable {
    static let selectAll = Statement("SELECT \(columns) FROM entry ORDER BY made, id")

    /// Selects any one entry.
    static let selectOne = Statement("SELECT \(columns) FROM entry LIMIT 1")

    static func select(_ id: SecretID) -> Statement {
        Statement("SELECT \(columns) FROM entry WHERE id = $1", .identifier(id))
    }

    static func delete(_ id: SecretID) -> Statement {
        Statement("DELETE FROM entry WHERE id = $1", .identifier(id))
    }

    /// The oldest rows that may owe an operation to this account.
    ///
    /// - Parameters:
    ///   - ownerless: true to select rows without an owner too.
    ///   - last: the entry after which the selection begins; nil to begin with the oldest.
    ///   - key: the identifier of the share key that the device has now; nil if it has none. Rows under another key are not
    ///     selected.
    static func selectOwed(
        to owner: OwnerTag, ownerless: Bool, after last: LocalEntry?, under key: [UInt8]?, limit: Int
    ) -> Statement {
        Statement(
            """
            SELECT \(columns) FROM entry WHERE owed = 1 AND (owner = $1 OR $5 AND owner IS NULL)
              AND (share IS NULL OR share = $6) AND ($3 IS NULL OR (made, id) > ($3, $4)) ORDER BY made, id LIMIT $2
            """,
            .bytes(owner.bytes), .int(limit), .instantOrNull(last?.createdAt), .identifierOrNull(last?.id),
            .bool(ownerless), .bytesOrNull(key))
    }

    /// The rows that no account has and no server knows: made while nobody was signed in.
    static let selectOwnerless = Statement(
        "SELECT \(columns) FROM entry WHERE owner IS NULL AND epoch IS NULL AND op IS NULL AND body IS NOT NULL")

    /// The rows of an account's local trash in one of two states; of every account's if nobody is signed in.
    static func selectTrash(_ state: LocalTrash.State, _ other: LocalTrash.State, of owner: OwnerTag?) -> Statement {
        Statement(
            "SELECT \(columns) FROM entry WHERE trash IN ($1, $2) AND \(isOwned(by: 3)) ORDER BY made, id",
            .enumValue(state), .enumValue(other), .bytesOrNull(owner?.bytes))
    }

    /// The condition that a row belongs to the account of a parameter, or to none, or that the parameter is null.
    private static func isOwned(by parameter: Int) -> String {
        "($\(parameter) IS NULL OR owner IS NULL OR owner = $\(parameter))"
    }

    /// Selects the rows of an account that have a base and that no page of this complete pull contained. Rows of the
    /// local trash are among them.
    static func selectAbsent(_ owner: OwnerTag, pull: PullID) -> Statement {
        Statement(
            """
            SELECT \(columns) FROM entry WHERE owner = $1 AND epoch IS NOT NULL AND (seen IS NULL OR seen <> $2)
            """,
            .bytes(owner.bytes), .identifier(pull))
    }

    /// Notes that a complete pull of an account has shown an item.
    static func markSeen(_ id: SecretID, of owner: OwnerTag, pull: PullID) -> Statement {
        Statement(
            "UPDATE entry SET seen = $1 WHERE id = $2 AND \(isOwned(by: 3))", .identifier(pull), .identifier(id),
            .bytes(owner.bytes))
    }

    /// Selects the versions of an account's items as last received, in ascending order of id.
    static func selectVersions(of owner: OwnerTag) -> Statement {
        Statement(
            """
            SELECT id, rev, base_state, trash, tomb_rev, owed, base_content FROM entry WHERE owner = $1 ORDER BY id
            """, .bytes(owner.bytes))
    }

    /// The number of an account's rows outside the trash that are visible and synchronised.
    ///
    /// - Parameter time: only entries that were on this device by then are counted.
    static func countSynchronised(_ owner: OwnerTag, hereBy time: Instant) -> Statement {
        Statement(
            """
            SELECT COUNT(*) FROM entry WHERE owner = $1 AND epoch IS NOT NULL AND trash IS NULL AND body IS NOT NULL
              AND (base_state IS NULL OR base_state NOT IN ($2, $3)) AND made <= $4
            """, .bytes(owner.bytes), .enumValue(BaseState.deleted), .enumValue(BaseState.kept), .instant(time))
    }

    /// The number of visible rows of other accounts.
    static func countForeign(to owner: OwnerTag) -> Statement {
        Statement(
            "SELECT COUNT(*) FROM entry WHERE owner <> $1 AND body IS NOT NULL AND trash IS NULL", .bytes(owner.bytes))
    }

    /// The number of an account's rows whose deletion waits for the person's decision; of every account's if nobody is
    /// signed in.
    static func countHeld(of owner: OwnerTag?) -> Statement {
        Statement(
            "SELECT COUNT(*) FROM entry WHERE trash = $1 AND \(isOwned(by: 2))", .enumValue(LocalTrash.State.held),
            .bytesOrNull(owner?.bytes))
    }

    /// The epochs of an account's bases, those of entries in the local trash included.
    static func selectEpochs(of owner: OwnerTag) -> Statement {
        Statement(
            "SELECT DISTINCT epoch FROM entry WHERE owner = $1 AND epoch IS NOT NULL", .bytes(owner.bytes))
    }

    /// An account's rows whose next operation restores an item from its tombstone, where the tombstone is of the given
    /// epoch and has a rev above the given one.
    static func selectLostTombstones(_ epoch: EpochID, above end: Int64, of owner: OwnerTag) -> Statement {
        Statement(
            """
            SELECT \(columns) FROM entry WHERE owner = $1 AND epoch = $2 AND rev > $3 AND trash IS NULL AND base_state = $4
            """,
            .bytes(owner.bytes), .identifier(epoch), .int(end), .enumValue(BaseState.deleted))
    }

    /// Marks an account's bases of one epoch above a rev as lost. The rows count as owed until a push has looked at
    /// them.
    static func markLost(_ epoch: EpochID, above end: Int64, of owner: OwnerTag) -> Statement {
        Statement(
            """
            UPDATE entry SET base_state = $1, owed = 1 WHERE owner = $2 AND epoch = $3 AND rev > $4
              AND trash IS NULL AND (base_state IS NULL OR base_state <> $1)
            """,
            .enumValue(BaseState.lost), .bytes(owner.bytes), .identifier(epoch), .int(end))
    }

    /// Makes the bases that an account's entries kept through a logout bases again, until a complete pull judges them.
    /// The rows count as owed until a push has looked at them.
    ///
    /// - Parameter current: true to include the current bases: another account was signed in meanwhile.
    static func returnBases(of owner: OwnerTag, current: Bool) -> Statement {
        Statement(
            """
            UPDATE entry SET base_state = $1, owed = 1 WHERE owner = $2
              AND (base_state = $3 OR $4 AND base_state IS NULL AND epoch IS NOT NULL AND trash IS NULL)
            """,
            .enumValue(BaseState.returned), .bytes(owner.bytes), .enumValue(BaseState.kept), .bool(current))
    }

    /// Ends the return of an account's entries: a complete pull has judged their bases.
    static func settleReturnedBases(of owner: OwnerTag) -> Statement {
        Statement(
            "UPDATE entry SET base_state = NULL WHERE owner = $1 AND base_state = $2 AND share IS NULL",
            .bytes(owner.bytes),
            .enumValue(BaseState.returned))
    }

    /// The number of an account's rows that were in the trash, restorable, since before a time.
    static func countExpired(of owner: OwnerTag, before time: Instant) -> Statement {
        Statement(
            "SELECT COUNT(*) FROM entry WHERE owner = $1 AND trash = $2 AND trashed_at <= $3", .bytes(owner.bytes),
            .enumValue(LocalTrash.State.restorable), .instant(time))
    }

    /// Erases an account's rows that were in the trash, restorable, since before a time.
    static func expireTrash(of owner: OwnerTag, before time: Instant) -> Statement {
        Statement(
            "DELETE FROM entry WHERE owner = $1 AND trash = $2 AND trashed_at <= $3", .bytes(owner.bytes),
            .enumValue(LocalTrash.State.restorable), .instant(time))
    }
}
