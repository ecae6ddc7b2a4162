import SQL
import Support
import Synchronization

@testable import SQLite

/// A database in memory-backed files with one small table, and a way to make several writes share one commit.
struct Shelf {
    let database: SQLiteDatabase
    let batches: Batches

    /// How many writes shared each commit so far.
    final class Batches: Sendable {
        private let sizes = Mutex<[Int]>([])
        func add(_ size: Int) { sizes.withLock { $0.append(size) } }
        var all: [Int] { sizes.withLock { $0 } }
    }

    init(path: String = scratchFolder() + "/shelf.sqlite") async throws {
        let batches = Batches()
        self.batches = batches
        database = try SQLite.open(path: path) { batches.add($0) }
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

    /// A write of one book, which answers how many rows it changed.
    static func adds(_ id: Int, _ title: String) -> @Sendable (any Transaction) throws -> Int {
        { transaction in
            try transaction.run(insert(id, title))
            return transaction.changes
        }
    }

    func titles() async throws -> [String] {
        try await database.read { try $0.run(Statement("SELECT title FROM book ORDER BY id")).map { try $0.text(0) } }
    }

    /// Runs these writes in one batch and returns what each was told: the writer is held until all of them wait.
    func together(_ writes: [@Sendable (any Transaction) throws -> Int]) async throws -> [Result<Int, any Error>] {
        let held = Doorbell(), bell = Doorbell()
        try database.writer.add { _ in
            held.ring()
            bell.wait()
        }
        held.wait()
        let database = database
        let tasks = writes.map { write in Task.immediate { try await database.write(write) } }
        bell.ring()
        var results: [Result<Int, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }
}

/// What a closure throws to refuse.
struct Refused: Error, Equatable {}

extension Result {
    /// The error, for comparing.
    var fault: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
