import Primitives
import SQL

/// The statements about the column `share`, which names the key that seals the body and the base of a row; null for the
/// platform key.
extension EntryTable {
    /// Selects an account's rows that are sealed under another key than their state says: synchronised ones under the
    /// account's key, all others under the platform key.
    static func selectMisplaced(of owner: OwnerTag, key: [UInt8]) -> Statement {
        Statement(
            """
            SELECT \(columns) FROM entry WHERE owner = $1 AND CASE
              WHEN base_state IS NULL AND epoch IS NOT NULL AND trash IS NULL AND op IS NULL AND parked IS NULL
                AND owed = 0 AND body IS NOT NULL THEN share IS NULL OR share <> $2
              ELSE share IS NOT NULL END
            """, .bytes(owner.bytes), .bytes(key))
    }

    /// Selects an account's rows that are sealed under a share.
    static func selectSealed(of owner: OwnerTag) -> Statement {
        Statement("SELECT \(columns) FROM entry WHERE owner = $1 AND share IS NOT NULL", .bytes(owner.bytes))
    }

    /// Counts an account's rows that are sealed under other keys than this one.
    ///
    /// - Parameter anyBase: false to count only those with a current base.
    static func countSealed(of owner: OwnerTag, notUnder key: [UInt8], anyBase: Bool = false) -> Statement {
        Statement(
            """
            SELECT COUNT(*) FROM entry WHERE owner = $1 AND share IS NOT NULL AND share <> $2
              AND ($3 OR base_state IS NULL)
            """, .bytes(owner.bytes), .bytes(key), .bool(anyBase))
    }

    /// Deletes an account's rows with a current base that are sealed under other keys than this one.
    static func deleteSealed(of owner: OwnerTag, notUnder key: [UInt8]) -> Statement {
        Statement(
            "DELETE FROM entry WHERE owner = $1 AND share IS NOT NULL AND share <> $2 AND base_state IS NULL",
            .bytes(owner.bytes), .bytes(key))
    }

    /// Marks an account's rows that are sealed under other keys than this one as kept through the end of a session.
    static func keepSealed(of owner: OwnerTag, notUnder key: [UInt8]) -> Statement {
        Statement(
            "UPDATE entry SET base_state = $3 WHERE owner = $1 AND share IS NOT NULL AND share <> $2",
            .bytes(owner.bytes), .bytes(key), .enumValue(BaseState.kept))
    }

    /// Deletes a row if it is sealed under a share.
    static func deleteSealed(_ id: SecretID) -> Statement {
        Statement("DELETE FROM entry WHERE id = $1 AND share IS NOT NULL", .identifier(id))
    }
}
