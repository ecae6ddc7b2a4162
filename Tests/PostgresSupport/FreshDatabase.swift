#if Postgres
public import Postgres
public import SQL
import Synchronization

/// A new database with a schema, for one test. It is cloned from a template, which is created once for each server and
/// list of migrations.
public struct FreshDatabase: Sendable {
    public let url: String
    public let cluster: TestCluster

    /// - Parameter cluster: the server; nil for the shared one.
    public init(_ migrations: [Migration] = [], on cluster: TestCluster? = nil) async throws {
        let cluster = try cluster ?? .shared()
        let template = try await Templates.shared.name(for: migrations, on: cluster)
        let name = TestCluster.newName()
        try Console(cluster.url).run("CREATE DATABASE \(name) TEMPLATE \(template)")
        self.cluster = cluster
        url = cluster.url(of: name)
    }

    public func open(
        _ change: (inout PostgresSettings) -> Void = { _ in },
        onConnect: @escaping @Sendable (TimelinePosition) throws(SQLFault) -> Void = { _ in }
    ) async throws -> PostgresDatabase {
        var settings = PostgresSettings(url: url)
        change(&settings)
        return try await PostgresDatabase.open(settings, onConnect: onConnect)
    }

    /// Opens a superuser's connection to the database.
    public func console() throws -> Console { try Console(url) }
}

/// The templates created so far. As an actor it lets concurrent suites with the same schema wait for one template.
private actor Templates {
    static let shared = Templates()
    private struct Key: Hashable {
        let url: String
        let migrations: [Migration]
    }
    private var made: [Key: Task<String, any Error>] = [:]

    func name(for migrations: [Migration], on cluster: TestCluster) async throws -> String {
        let key = Key(url: cluster.url, migrations: migrations)
        if migrations.isEmpty { return "template0" }
        let task =
            made[key]
            ?? Task {
                let name = TestCluster.newName() + "_template"
                try Console(cluster.url).run("CREATE DATABASE \(name) TEMPLATE template0")
                let database = try await PostgresDatabase.open(PostgresSettings(url: cluster.url(of: name)))
                try await Migrations.run(migrations, on: database)
                await database.close()
                return name
            }
        made[key] = task
        return try await task.value
    }
}
#endif
