/// One step of a schema's life. Once released it never changes: a later step corrects it.
public struct Migration: Sendable, Hashable {
    /// Its place in the list, from 1, without gaps.
    public let id: Int

    /// What is true afterwards, in a few words: `accounts and their numbers`.
    public let name: String

    /// The schema statements, in PostgreSQL's words (see ``Dialect/define(_:)``), one statement each.
    public let statements: [String]

    /// A step with its statements.
    public init(id: Int, name: String, statements: [String]) {
        self.id = id
        self.name = name
        self.statements = statements
    }
}
