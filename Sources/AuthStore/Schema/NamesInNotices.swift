import SQL

/// Adds to each notice about a child the name that the child had at that time; NULL for notices that an earlier version stored.
enum NamesInNotices {
    static let migration = Migration(
        id: 33, name: "the names of children in notices",
        statements: ["ALTER TABLE notice ADD COLUMN child_name TEXT"])
}
