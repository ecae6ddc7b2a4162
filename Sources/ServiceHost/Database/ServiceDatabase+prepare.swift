package import SQL

extension ServiceDatabase {
    /// Brings an opened database to the state in which a service can be built on it: migrates it, checks the keys, and
    /// then checks whether it may miss acknowledged commits, which may begin a generation.
    ///
    /// - Parameters:
    ///   - checkKeys: throws if the key files are not the ones that the database was written with.
    ///   - checkClock: returns once the host's clock is believed; called before any time is written.
    package func prepare(
        migrations: [Migration], checkKeys: (any Database) async throws -> Void,
        checkClock: () async throws -> Void = {}
    ) async throws {
        _ = try await migrate(migrations)
        try await checkClock()
        try await checkKeys(database)
        try await checkTimeline()
    }
}

extension DeletionReplay {
    /// Reads the generation in force after the service was built: another instance may have begun one since the check.
    package func noteGeneration(of database: any Database) async throws {
        generationHasBegun(try await database.read { try Generations.number(in: $0) })
    }
}
