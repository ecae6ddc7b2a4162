import SQL
import Support
import Testing

@testable import SQLite

/// The reading connections: how many may be in use at once, and how they are closed.
struct ReaderPoolTests {
    private let path = scratchFolder() + "/books.sqlite"

    /// Reads `depth` times at once: every read begins within the one before.
    private func read(_ pool: ReaderPool, depth: Int, then body: () throws -> Void = {}) throws {
        guard depth > 0 else { return try body() }
        try pool.snapshot { _ in try read(pool, depth: depth - 1, then: body) }
    }

    @Test func `128 reads run at once, and one more is refused, also after many have ended`() async throws {
        let books = try await BookDatabase(path: path)
        let pool = ReaderPool(path: path, idleLimit: 4)
        for _ in 0..<200 { try read(pool, depth: 1) }
        try read(pool, depth: 128)
        #expect(throws: SQLFault.unavailable("too many reads at once")) { try read(pool, depth: 129) }
        try read(pool, depth: 128)
        await pool.close()
        await books.database.close()
    }

    @Test func `at most the given number of connections stay open, and the next reads use them`() async throws {
        let books = try await BookDatabase(path: path)
        let pool = ReaderPool(path: path, idleLimit: 3)
        /// The connections of eight reads at once.
        func connections(_ depth: Int = 8) throws -> [SQLiteConnection] {
            guard depth > 0 else { return [] }
            return try pool.snapshot { [try #require($0 as? SQLiteConnection)] + (try connections(depth - 1)) }
        }
        let first = try connections()
        #expect(Set(first.map(ObjectIdentifier.init)).count == 8)
        let second = try connections()
        #expect(second.count { connection in first.contains { $0 === connection } } == 3)
        #expect(try connections(1).allSatisfy { connection in second.contains { $0 === connection } })
        await pool.close()
        await books.database.close()
    }

    @Test func `closing refuses new reads, and waits until the running one has ended`() async throws {
        let books = try await BookDatabase(path: path)
        let pool = ReaderPool(path: path, idleLimit: 3)
        let isReading = Latch(), mayEnd = Latch(), hasEnded = Latch(), isClosed = Latch()
        async let reading: Void = onOwnThread {
            try pool.snapshot { _ in
                isReading.open()
                mayEnd.hold()
                hasEnded.open()
            }
        }
        await isReading.wait()
        let closing = Task.immediate {
            await pool.close()
            isClosed.open()
            return hasEnded.isOpen
        }
        #expect(throws: SQLFault.unavailable("it is closing")) { try read(pool, depth: 1) }
        mayEnd.open()
        try await waitUntil { isClosed.isOpen }
        #expect(await closing.value)
        try await reading
        await books.database.close()
    }

    @Test func `a connection waits 2 s for a lock`() async throws {
        let books = try await BookDatabase(path: path)
        for role in [SQLiteConnection.Role.reader, .writer] {
            let connection = try SQLiteConnection(path: path, role: role)
            #expect(try connection.run("PRAGMA busy_timeout").map(\.values) == [[.integer(2000)]])
            connection.close()
        }
        await books.database.close()
    }
}
