import SQL

/// A small schema: books, and pages that belong to one.
enum BookSchema {
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

    static func insert(_ id: Int, _ title: String, cover: SQLValue = .null) -> Statement {
        Statement("INSERT INTO book (id, title, cover) VALUES ($1, $2, $3)", .int(id), .text(title), cover)
    }

    static let titles = Statement("SELECT title FROM book ORDER BY id")

    static func titles(in database: any Database) async throws -> [String] {
        try await database.select(titles).map { try $0.text(0) }
    }
}

/// The error that a test's closure throws, so that its transaction fails.
struct Refused: Error, Equatable {}
