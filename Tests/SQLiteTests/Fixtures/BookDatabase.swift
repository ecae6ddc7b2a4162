import Primitives
import SQL
import Support
import Synchronization

@testable import SQLite

/// A SQLite database with a small schema, and a way to make several writes share one commit.
struct BookDatabase {
    let database: SQLiteDatabase
    let commits: Commits

    /// Records how many writes shared each commit.
    final class Commits: Sendable {
        private let recorded = Mutex<[Int]>([])
        func add(_ size: Int) { recorded.withLock { $0.append(size) } }
        var sizes: [Int] { recorded.withLock { $0 } }
    }

    init(path: String = scratchFolder() + "/books.sqlite") async throws {
        let commits = Commits()
        self.commits = commits
        database = try SQLiteDatabase.open(path: path) { commits.add($0) }
        try await Migrations.run(Self.migrations, on: database)
    }

    static let migrations = [
        Migration(
            id: 1, name: "books and their pages",
            statements: [
                "CREATE TABLE book (id BIGINT PRIMARY KEY, title TEXT NOT NULL UNIQUE, cover BYTEA)",
                """
                CREATE TABLE page (
                  id BIGINT PRIMARY KEY,
                  book BIGINT NOT NULL REFERENCES book (id) DEFERRABLE INITIALLY DEFERRED
                )
                """,
            ])
    ]

    static func insert(_ id: Int, _ title: String) -> Statement {
        Statement("INSERT INTO book (id, title) VALUES ($1, $2)", .int(id), .text(title))
    }

    /// Returns a write that inserts one book and returns how many rows it changed.
    static func insertion(_ id: Int, _ title: String) -> @Sendable (any Transaction) throws -> Int {
        { transaction in
            try transaction.run(insert(id, title))
            return transaction.changes
        }
    }

    func titles() async throws -> [String] {
        try await database.read { try $0.run(Statement("SELECT title FROM book ORDER BY id")).map { try $0.text(0) } }
    }

    /// Returns the result of each write. The writer thread is blocked until all writes are queued, so that they share
    /// one commit, or several if they are more than a batch may have.
    func commitTogether(_ writes: [@Sendable (any Transaction) throws -> Int]) async throws -> [Result<Int, any Error>]
    {
        let blocked = Latch(), allQueued = try ThreadSignal()
        try database.writer.add { _ in
            blocked.open()
            allQueued.wait()
        }
        await blocked.wait()
        let database = database
        let tasks = writes.map { write in Task.immediate { try await database.write(write) } }
        allQueued.send()
        var results: [Result<Int, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }
}

/// The error that a test's closure throws, so that its transaction fails.
struct Refused: Error, Equatable {}

extension Result {
    /// The error; nil for a success.
    var fault: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
