package import Primitives
package import SQL

/// What a restore does on both engines once the tables of the copy are in place: the database gets the schema of this
/// version, and its next generation begins.
package struct RestoreCompletion: Sendable {
    private let migrations: [Migration]
    private let now: Instant
    private let checkKeys: @Sendable (any Database) async throws -> Void

    /// - Parameter checkKeys: throws if the key files are not the ones that the copy was written with.
    package init(
        migrations: [Migration], now: Instant, checkKeys: @escaping @Sendable (any Database) async throws -> Void
    ) {
        (self.migrations, self.now, self.checkKeys) = (migrations, now, checkKeys)
    }

    /// Carries it out on a database that no service uses.
    ///
    /// - Returns: the number of the new generation.
    package func run(on opened: any ServiceDatabase) async throws -> Int64 {
        _ = try await opened.migrate(migrations)
        try await checkKeys(opened.database)
        // A copy made by `backup` is marked already. A database that another tool has restored is not.
        try await opened.database.write { [now] in try StoredTimeline.markForNewGeneration(at: now, in: $0) }
        try await opened.checkTimeline()
        return try await opened.database.read { try Generations.number(in: $0) }
    }
}
