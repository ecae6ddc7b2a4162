import CSimulatedDisk
import Glibc
import SQL
import Support
import Testing

@testable import SQLite

struct FailingDiskTests {
    @Test(.requirement("X11")) func `when SQLite rolls back a whole batch every caller gets the fault`() async throws {
        let books = try await BookDatabase()
        let database = books.database
        try await database.onWriter { connection in
            let pages = try connection.run("PRAGMA page_count")[0].int(0)
            _ = try connection.run("PRAGMA max_page_count = \(pages)")
        }
        let big = Statement(
            "INSERT INTO book (id, title, cover) VALUES ($1, $2, $3)", 2, "big",
            .bytes(Array(repeating: 1, count: 100_000)))
        let results = try await books.commitTogether([
            BookDatabase.insertion(1, "small"),
            { try $0.run(Statement("SELECT count(*) FROM book")).count },
            { _ in throw Refused() },
            { try $0.run(big).count },
            BookDatabase.insertion(3, "late"),
        ])
        #expect(results.map { $0.fault as? SQLFault } == Array(repeating: SQLFault.full, count: 5))
        #expect(try await books.titles() == [])
        #expect(database.permanentFault == nil)

        try await database.onWriter { _ = try $0.run("PRAGMA max_page_count = 1000000") }
        _ = try await database.write { try $0.run(big) }
        #expect(try await books.titles() == ["big"])
    }

    @Test func `a commit on a full disk fails for every caller, reads work, and writes work once space is free`() async
    {
        await #expect(processExitsWith: .success) {
            let books = try await BookDatabase()
            _ = try await books.database.write { try $0.run(BookDatabase.insert(1, "before")) }
            try await books.database.truncateLog()
            let cover = Array(repeating: UInt8(1), count: 30_000)
            try await withFileSizeLimit(20_000) {
                let results = try await books.commitTogether(
                    (2..<10).map { number in
                        {
                            if number == 5 { throw Refused() }
                            let text = "INSERT INTO book (id, title, cover) VALUES ($1, $2, $3)"
                            try $0.run(Statement(text, .int(number), .text("\(number)"), .bytes(cover)))
                            return number
                        }
                    })
                #expect(results.map { $0.fault as? SQLFault } == Array(repeating: SQLFault.full, count: 8))
                #expect(try await books.titles() == ["before"])
            }
            _ = try await books.database.write { try $0.run(BookDatabase.insert(2, "after")) }
            #expect(try await books.titles() == ["before", "after"])
        }
    }

    @Test(.requirement("U1"))
    func `a commit that the disk has not confirmed is in the file after a restart, as in a copy made before it`()
        async
    {
        await #expect(processExitsWith: .success) {
            latchkey_disks_reset()
            let disk = try #require(latchkey_disk_create("host", 1))
            func open() throws -> SQLiteDatabase {
                try SQLiteDatabase.open(path: "host/books.sqlite", readers: 1, onCommit: { _ in }) { work in
                    Task { work() }
                }
            }
            func titles(in database: SQLiteDatabase) async throws -> [String] {
                try await database.select(Statement("SELECT title FROM book ORDER BY id")).map { try $0.text(0) }
            }
            let first = try open()
            try await Migrations.run(BookDatabase.migrations, on: first)
            _ = try await first.write { try $0.run(BookDatabase.insert(1, "before")) }
            latchkey_disk_fail(disk, 0, 0, 1)
            let fault = await #expect(throws: SQLFault.self) {
                try await first.write { try $0.run(BookDatabase.insert(2, "unconfirmed")) }
            }
            #expect(first.permanentFault == fault && fault?.description.contains("1034") == true)
            await #expect(throws: try #require(fault)) { try await first.truncateLog() }
            #expect(try await titles(in: first) == ["before"])
            let copy = latchkey_disk_copy(disk, 0)
            await first.close()

            let second = try open()
            #expect(try await titles(in: second) == ["before", "unconfirmed"])
            // No sync writes the commit itself any more, and later ones must survive a power failure all the same.
            _ = try await second.write { try $0.run(BookDatabase.insert(3, "after")) }
            latchkey_disk_kill(disk, 1)
            #expect(try await titles(in: open()) == ["before", "unconfirmed", "after"])
            latchkey_disk_kill(disk, 0)
            latchkey_disk_restore(disk, copy)
            #expect(try await titles(in: open()) == ["before", "unconfirmed"])
        }
    }

    @Test func `a file that another process reads can be opened although its log cannot be merged`() async throws {
        let path = scratchFolder() + "/books.sqlite"
        let books = try await BookDatabase(path: path)
        _ = try await books.database.write { try $0.run(BookDatabase.insert(1, "before")) }
        let reader = try SQLiteConnection(path: path, role: .reader)
        try reader.run("BEGIN")
        try reader.run("SELECT title FROM book")
        await books.database.close()
        let again = try SQLiteDatabase.open(path: path)
        #expect(try await again.select(Statement("SELECT title FROM book")).map { try $0.text(0) } == ["before"])
        await again.close()
        try reader.run("COMMIT")
        reader.close()
    }

    @Test(.requirement("U4")) func `damage is found when the file is opened`() async throws {
        let path = try await damaged()
        let fault = #expect(throws: SQLFault.self) { try SQLiteDatabase.open(path: path) }
        guard case .corrupt? = fault else { Issue.record("\(String(describing: fault))"); return }
    }

    @Test(.requirement("U4")) func `after a write has found damage every later write is refused`() async throws {
        let database = try SQLiteDatabase.open(path: await damaged(), checked: false)
        let first = await #expect(throws: SQLFault.self) {
            try await database.write { try $0.run(Statement("UPDATE book SET title = title || '!'")) }
        }
        guard case .corrupt? = first else { Issue.record("\(String(describing: first))"); return }
        let later = await #expect(throws: SQLFault.self) { try await database.write { _ in } }
        #expect(later == first && database.permanentFault == first)
    }

    @Test func `the permanent fault is set before any caller gets it`() async throws {
        let database = try SQLiteDatabase.open(path: await damaged(), checked: false)
        // The caller's continuation runs on the writer's thread, inside the call that resumes it.
        let seen = await withTaskExecutorPreference(InPlaceExecutor()) { () -> (SQLFault?, SQLFault?) in
            do {
                try await database.write { _ = try $0.run(Statement("UPDATE book SET title = title || '!'")) }
                return (nil, nil)
            } catch {
                return (error as? SQLFault, database.permanentFault)
            }
        }
        #expect(seen.0 != nil && seen.0 == seen.1)
    }

    /// Creates a database file, overwrites some of its pages and returns its path.
    private func damaged() async throws -> String {
        let path = scratchFolder() + "/damaged.sqlite"
        let books = try await BookDatabase(path: path)
        _ = try await books.database.write { transaction in
            for number in 0..<2_000 { try transaction.run(BookDatabase.insert(number, "title \(number)")) }
        }
        await books.database.close()
        let file = Glibc.open(path, O_RDWR)
        let noise = [UInt8](repeating: 0xa5, count: 4_096)
        for page in 5..<15 { pwrite(file, noise, noise.count, 4_096 * page) }
        Glibc.close(file)
        return path
    }
}

/// Runs each job on the thread that enqueues it.
private final class InPlaceExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
