/// One step of a schema. A released migration is never changed; a later one corrects it.
public struct Migration: Sendable, Hashable {
    /// The position in the list of migrations, from 1, without gaps.
    public let id: Int

    /// The name, which says what the migration adds, for example `accounts and their numbers`. It is stored and
    /// compared at each start.
    public let name: String

    /// The schema statements for PostgreSQL, one in each text; ``Dialect/define(_:)`` translates them.
    public let statements: [String]

    public init(id: Int, name: String, statements: [String]) {
        self.id = id
        self.name = name
        self.statements = statements
    }
}
