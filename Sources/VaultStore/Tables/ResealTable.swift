import Domain
import Primitives
import SQL

/// The statements on `vault_item` and `vault_version` that replace the sealed form of bodies and nothing else.
enum ResealTable {
    /// Selects rows of secrets with a body that another data key than the one of this version sealed, by id.
    static func selectItems(notSealedBy version: Int64, after id: SecretID?, of account: AccountID, limit: Int)
        -> Statement
    {
        Statement(
            """
            SELECT \(ItemTable.columns) FROM vault_item
            WHERE account = $1 AND id > $2 AND dek_version <> $3 AND sealed IS NOT NULL ORDER BY id LIMIT $4
            """, .identifier(account), .bytes(id?.bytes ?? []), .integer(version), .int(limit))
    }

    static func replaceItem(_ new: ItemRow, sealedBy former: Int64, of account: AccountID) -> Statement {
        Statement(
            """
            UPDATE vault_item SET sealed = $4, dek_version = $5
            WHERE account = $1 AND id = $2 AND rev = $3 AND dek_version = $6
            """, .identifier(account), .identifier(new.id), .integer(new.rev), .bytesOrNull(new.sealed),
            .integer(new.dekVersion), .integer(former))
    }

    /// Selects former bodies that another data key than the one of this version sealed, by id and rev, each with the rev of
    /// the former body before it.
    static func selectVersions(
        notSealedBy version: Int64, after last: (id: SecretID, rev: Int64)?, of account: AccountID, limit: Int
    ) -> Statement {
        Statement(
            """
            SELECT id, rev, kind, schema, dek_version, body_rev, sealed,
              (SELECT MAX(earlier.rev) FROM vault_version AS earlier
               WHERE earlier.account = vault_version.account AND earlier.id = vault_version.id
                 AND earlier.rev < vault_version.rev)
            FROM vault_version
            WHERE account = $1 AND (id, rev) > ($2, $3) AND dek_version <> $4 ORDER BY id, rev LIMIT $5
            """, .identifier(account), .bytes(last?.id.bytes ?? []), .integer(last?.rev ?? 0), .integer(version),
            .int(limit))
    }

    /// Decodes what the seal of a former body is bound to, and the rev of the former body before it, which is 0 if there is
    /// none. The other members of the item have no meaning.
    static func version(_ row: Row) throws -> (item: ItemRow, earlier: Int64) {
        var item = ItemRow(
            absent: try row.identifier(0), kind: try row.text(2), by: DeviceID(bits: 0), now: Instant(ms: 0))
        item.rev = try row.int(1)
        item.schema = try row.int(3)
        item.dekVersion = try row.int(4)
        item.bodyRev = try row.int(5)
        item.sealed = try row.bytes(6)
        return (item, try row.intOrNil(7) ?? 0)
    }

    static func replaceVersion(_ new: ItemRow, sealedBy former: Int64, of account: AccountID) -> Statement {
        Statement(
            """
            UPDATE vault_version SET sealed = $4, dek_version = $5
            WHERE account = $1 AND id = $2 AND rev = $3 AND dek_version = $6
            """, .identifier(account), .identifier(new.id), .integer(new.rev), .bytesOrNull(new.sealed),
            .integer(new.dekVersion), .integer(former))
    }
}
