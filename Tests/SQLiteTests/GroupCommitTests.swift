import Primitives
import SQL
import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(1))) struct GroupCommitTests {
    @Test func `writes that wait together share one commit and each keeps its own answer`() async throws {
        let books = try await BookDatabase()
        let before = books.commits.sizes.count
        let results = try await books.commitTogether(
            (0..<64).map { number in
                {
                    try $0.run(BookDatabase.insert(number, "title \(number)"))
                    return number
                }
            })
        #expect(try results.map { try $0.get() } == Array(0..<64))
        #expect(Array(books.commits.sizes.dropFirst(before)) == [64])
        #expect(try await books.titles().count == 64)
    }

    @Test func `a closure that throws does not affect the others in its batch`() async throws {
        let books = try await BookDatabase()
        let results = try await books.commitTogether(
            (0..<64).map { number in
                {
                    try $0.run(BookDatabase.insert(number, "title \(number)"))
                    if number == 40 { throw Refused() }
                    return number
                }
            })
        #expect(results.compactMap { $0.fault as? Refused } == [Refused()])
        #expect(results[40].fault is Refused)
        let titles = try await books.titles()
        #expect(titles.count == 63 && !titles.contains("title 40"))
    }

    @Test func `a statement that fails is undone even if the closure swallows its error`() async throws {
        let books = try await BookDatabase()
        let results = try await books.commitTogether([
            BookDatabase.insertion(1, "kept"),
            {
                try $0.run(BookDatabase.insert(2, "lost"))
                _ = try? $0.run(BookDatabase.insert(3, "kept"))
                return 2
            },
        ])
        #expect(results[0].fault == nil)
        guard case .constraint? = results[1].fault as? SQLFault else { Issue.record("\(results[1])"); return }
        #expect(try await books.titles() == ["kept"])
    }

    @Test func `after a statement has failed, no later statement of its transaction runs`() async throws {
        let books = try await BookDatabase()
        let first = await #expect(throws: SQLFault.self) {
            try await books.database.write { transaction in
                _ = try? transaction.run(Statement("SELECT nothing FROM nowhere"))
                try transaction.run(BookDatabase.insert(1, "never"))
            }
        }
        let message = "\(try #require(first))"
        #expect(message.contains("nowhere"))
        #expect(try await books.titles() == [])
    }

    @Test func `a foreign key violation fails only its own write`() async throws {
        let books = try await BookDatabase()
        let results = try await books.commitTogether([
            BookDatabase.insertion(1, "whole"),
            { try $0.run(Statement("INSERT INTO page (id, book) VALUES (1, 99)")).count },
            { try $0.run(Statement("INSERT INTO page (id, book) VALUES (2, 1)")).count },
        ])
        #expect(results.map { $0.fault == nil } == [true, false, true])
        guard case .constraint? = results[1].fault as? SQLFault else { Issue.record("\(results[1])"); return }
        #expect(try await books.titles() == ["whole"])
    }

    @Test func `more writes than the batch limit are committed in several batches`() async throws {
        let books = try await BookDatabase()
        let before = books.commits.sizes.count
        _ = try await books.commitTogether((0..<600).map { BookDatabase.insertion($0, "\($0)") })
        #expect(Array(books.commits.sizes.dropFirst(before)) == [512, 88])
    }

    @Test func `16 384 writes may wait, and one more is refused at once`() async throws {
        let books = try await BookDatabase()
        let results = try await books.commitTogether((0..<16_385).map { number in { _ in number } })
        #expect(results.dropLast().allSatisfy { $0.fault == nil })
        #expect(results[16_384].fault as? SQLFault == .unavailable("too many writes are waiting"))
    }

    @Test func `a submitted write is completed even if its task is cancelled`() async throws {
        let books = try await BookDatabase()
        let database = books.database
        let signal = try ThreadSignal()
        try database.writer.add { _ in signal.wait() }
        let task = Task.immediate { try await database.write { try $0.run(BookDatabase.insert(1, "done")) } }
        task.cancel()
        signal.send()
        _ = try await task.value
        #expect(try await books.titles() == ["done"])
    }

    @Test func `close finishes queued writes and refuses later calls`() async throws {
        let books = try await BookDatabase()
        let database = books.database
        let task = Task.immediate { try await database.write { try $0.run(BookDatabase.insert(1, "in time")) } }
        await database.close()
        _ = try await task.value
        await #expect(throws: SQLFault.unavailable("it is closing")) { try await database.write { _ in } }
        await #expect(throws: SQLFault.unavailable("it is closing")) { try await database.read { _ in } }
        let again = try await BookDatabase(path: database.path)
        #expect(try await again.titles() == ["in time"])
    }
}
