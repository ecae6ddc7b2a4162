import Contracts
import Primitives
import SQL

/// The statements of the table `deletion`: for each account, the deletions and moves to the server's trash that this
/// device had confirmed or has received.
///
/// If the server loses one in a restore, this device makes it again, instead of showing an entry that its owner has
/// deleted.
enum DeletionMemory {
    /// The time for which a deletion is remembered; the server keeps tombstones as long.
    static let lifetime = Duration.days(180)

    /// Stores a deletion; a later one of the same item replaces it. Digest and version of the content that are not
    /// known keep the earlier ones.
    static func remember(_ deletion: RememberedDeletion, of owner: OwnerTag, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO deletion (owner, id, epoch, rev, at, content, trashed, seen_epoch, seen_rev, from_epoch, from_rev)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (owner, id) DO UPDATE SET epoch = excluded.epoch, rev = excluded.rev, at = excluded.at,
              content = COALESCE(excluded.content, deletion.content), trashed = excluded.trashed,
              seen_epoch = COALESCE(excluded.seen_epoch, deletion.seen_epoch),
              seen_rev = COALESCE(excluded.seen_rev, deletion.seen_rev),
              from_epoch = COALESCE(excluded.from_epoch, deletion.from_epoch),
              from_rev = COALESCE(excluded.from_rev, deletion.from_rev)
            """,
            .bytes(owner.bytes), .identifier(deletion.id), .identifier(deletion.version.epoch),
            .int(deletion.version.rev.value), .instant(now), .textOrNull(deletion.contentDigest),
            .bool(deletion.isTrash), .identifierOrNull(deletion.contentVersion?.epoch),
            .intOrNull(deletion.contentVersion?.rev.value), .identifierOrNull(deletion.contentMadeFrom?.epoch),
            .intOrNull(deletion.contentMadeFrom?.rev.value))
    }

    static func forget(_ id: SecretID, of owner: OwnerTag) -> Statement {
        Statement("DELETE FROM deletion WHERE owner = $1 AND id = $2", .bytes(owner.bytes), .identifier(id))
    }

    static func select(_ id: SecretID, of owner: OwnerTag) -> Statement {
        Statement(
            "SELECT \(RememberedDeletion.columns) FROM deletion WHERE owner = $1 AND id = $2", .bytes(owner.bytes),
            .identifier(id))
    }

    static func selectEpochs(of owner: OwnerTag) -> Statement {
        Statement("SELECT DISTINCT epoch FROM deletion WHERE owner = $1", .bytes(owner.bytes))
    }

    /// Selects the deletions of one epoch above a rev whose ids are not in the table `entry`, of whichever account: a
    /// row of another account must not be replaced.
    static func selectLost(_ epoch: EpochID, above end: Int64, of owner: OwnerTag) -> Statement {
        Statement(
            """
            SELECT \(RememberedDeletion.columns) FROM deletion WHERE owner = $1 AND epoch = $2 AND rev > $3
              AND id NOT IN (SELECT id FROM entry)
            """,
            .bytes(owner.bytes), .identifier(epoch), .int(end))
    }

    /// Counts an account's deletions that were confirmed before a time.
    static func countExpired(of owner: OwnerTag, before time: Instant) -> Statement {
        Statement("SELECT COUNT(*) FROM deletion WHERE owner = $1 AND at < $2", .bytes(owner.bytes), .instant(time))
    }

    /// Forgets an account's deletions that were confirmed before a time.
    static func expire(of owner: OwnerTag, before time: Instant) -> Statement {
        Statement("DELETE FROM deletion WHERE owner = $1 AND at < $2", .bytes(owner.bytes), .instant(time))
    }
}
