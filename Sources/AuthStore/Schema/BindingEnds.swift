import SQL

/// Adds to each ended binding of a child's device what has ended it.
///
/// Versions before this one ended the binding of a replaced device as a revoked one. Such a binding ended in the transaction
/// that made the next one of its child. The column is NULL where an instance of an earlier version ends a binding later.
enum BindingEnds {
    static let migration = Migration(
        id: 31, name: "what has ended a child's binding",
        statements: [
            "ALTER TABLE child_binding ADD COLUMN ended_by TEXT",
            """
            UPDATE child_binding SET state = 'CHILD_INVITE_VERIFY', ended_by = 'deviceReplaced'
            WHERE state = 'CHILD_ACCESS_REVOKED' AND EXISTS (
                SELECT 1 FROM child_binding AS later
                WHERE later.child = child_binding.child AND later.bound = child_binding.ended_at)
            """,
            """
            UPDATE child_binding
            SET ended_by = CASE state WHEN 'CHILD_ACCESS_REVOKED' THEN 'accessRevoked' ELSE 'accessReset' END
            WHERE ended_at IS NOT NULL AND ended_by IS NULL
            """,
        ])
}
