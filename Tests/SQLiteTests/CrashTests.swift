import Glibc
import SQL
import Support
import Testing

@testable import SQLite

struct CrashTests {
    @Test(.requirement("U1")) func `writes acknowledged before the process is killed are in the database afterwards`()
        async throws
    {
        let folder = scratchFolder()
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            let books = try await BookDatabase(path: folder + "/books.sqlite")
            let ledger = Glibc.open(folder + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
            try await withThrowingTaskGroup { group in
                for lane in 0..<8 {
                    group.addTask {
                        for step in 0..<1_000_000 {
                            let id = lane * 1_000_000 + step
                            _ = try await books.database.write { try $0.run(BookDatabase.insert(id, "\(id)")) }
                            let line = "\(id)\n"
                            write(ledger, line, line.utf8.count)
                            if id == 200 { kill(getpid(), SIGKILL) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let acknowledged = try #require(text(of: folder + "/acknowledged")).split(separator: "\n")
        #expect(acknowledged.count > 200)
        let titles = Set(try await BookDatabase(path: folder + "/books.sqlite").titles())
        #expect(acknowledged.allSatisfy { titles.contains(String($0)) })
    }

    @Test func `deleted bytes are in no file once the log is truncated`() async throws {
        let folder = scratchFolder()
        let books = try await BookDatabase(path: folder + "/books.sqlite")
        let canary = "canary-6f1c9b7e"
        _ = try await books.database.write { transaction in
            for number in 0..<300 { try transaction.run(BookDatabase.insert(number, "\(canary)-\(number)")) }
        }
        #expect(holds(folder, canary))
        _ = try await books.database.write { try $0.run(Statement("DELETE FROM book")) }
        try await books.database.truncateLog()
        #expect(!holds(folder, canary))
        await books.database.close()
        #expect(!holds(folder, canary))
    }

    @Test func `the write-ahead log stays under 8 MB after 40 MB of writes`() async throws {
        let folder = scratchFolder()
        let books = try await BookDatabase(path: folder + "/books.sqlite")
        for number in 0..<40 {
            _ = try await books.database.write { transaction in
                let text = "INSERT INTO book (id, title, cover) VALUES ($1, $2, $3)"
                let cover = SQLValue.bytes(Array(repeating: 1, count: 1_000_000))
                try transaction.run(Statement(text, .int(number), .text("\(number)"), cover))
            }
        }
        var facts = stat()
        #expect(stat(folder + "/books.sqlite-wal", &facts) == 0)
        #expect(facts.st_size < 8_000_000)
    }

    private func holds(_ folder: String, _ canary: String) -> Bool {
        ["", "-wal", "-shm"].contains { text(of: folder + "/books.sqlite" + $0)?.contains(canary) == true }
    }

    private func text(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&part, 1, part.count, file), count > 0 { all += part[..<count] }
        return String(decoding: all, as: UTF8.self)
    }
}
