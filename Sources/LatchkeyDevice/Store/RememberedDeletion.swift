import Contracts
import Primitives
import SQL

/// A deletion, or a move to the server's trash, that the server has confirmed or a pull has shown.
struct RememberedDeletion: Hashable {
    let id: SecretID
    /// The version of the tombstone, or of the item in the server's trash.
    let version: ItemBase
    /// True if the item was moved to the trash, false if it was deleted.
    let isTrash: Bool
    /// The digest of the body that was deleted; nil if it is not known.
    let contentDigest: String?
    /// The version that had this body; nil if it is not known.
    let contentVersion: ItemBase?
    /// The lost version that this one was made from; nil if there is none, or if it is not known.
    let contentMadeFrom: ItemBase?

    static let columns = "id, epoch, rev, trashed, content, seen_epoch, seen_rev, from_epoch, from_rev"

    init(
        id: SecretID, version: ItemBase, isTrash: Bool, contentDigest: String?, contentVersion: ItemBase?,
        contentMadeFrom: ItemBase? = nil
    ) {
        self.id = id
        self.version = version
        self.isTrash = isTrash
        self.contentDigest = contentDigest
        self.contentVersion = contentVersion
        self.contentMadeFrom = contentMadeFrom
    }

    /// Reads a row of `columns`.
    init(_ row: Row) throws {
        id = try row.identifier(0)
        version = ItemBase(epoch: try row.identifier(1), rev: DecimalInt64(try row.int(2)))
        isTrash = try row.bool(3)
        contentDigest = try row.textOrNil(4)
        contentVersion = try EntryTable.version(row, epoch: 5, rev: 6)
        contentMadeFrom = try EntryTable.version(row, epoch: 7, rev: 8)
    }
}
