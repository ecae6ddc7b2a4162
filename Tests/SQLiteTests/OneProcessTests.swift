import Glibc
import SQL
import Support
import Synchronization
import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(1))) struct OneProcessTests {
    @Test(.requirement("U2"))
    func `opening a file twice is refused with the holder's process id and a hint to PostgreSQL`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        let first = try SQLiteDatabase.open(path: path)
        let fault = #expect(throws: SQLFault.self) { try SQLiteDatabase.open(path: path) }
        let sentence = "\(try #require(fault))"
        #expect(sentence.contains("process \(getpid())") && sentence.contains("PostgreSQL"))
        await first.close()
        await (try SQLiteDatabase.open(path: path)).close()
    }

    @Test func `a database that is dropped without being closed releases its file`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        _ = try SQLiteDatabase.open(path: path)
        var again: SQLiteDatabase?
        try await waitUntil {
            again = try? SQLiteDatabase.open(path: path)
            return again != nil
        }
        await again?.close()
    }

    @Test func `opening an open file under another name is refused`() async throws {
        let folder = scratchFolder()
        let first = try SQLiteDatabase.open(path: folder + "/one.sqlite")
        symlink(folder + "/one.sqlite", folder + "/alias.sqlite")
        #expect(throws: SQLFault.self) { try SQLiteDatabase.open(path: folder + "/alias.sqlite") }
        #expect(throws: SQLFault.self) { try SQLiteDatabase.open(path: folder + "/./one.sqlite") }
        await first.close()
    }

    @Test func `every name of a file, also of one that is missing, leads to one path`() throws {
        let folder = scratchFolder()
        mkdir(folder + "/data", 0o700)
        symlink("data", folder + "/alias")
        symlink("../data/real.sqlite", folder + "/data/relative.sqlite")
        symlink(folder + "/alias/relative.sqlite", folder + "/absolute.sqlite")
        symlink("loop.sqlite", folder + "/loop.sqlite")
        let names = ["data/real.sqlite", "alias/./real.sqlite", "data/relative.sqlite", "absolute.sqlite"]
        for exists in [false, true] {
            if exists { close(open(folder + "/data/real.sqlite", O_RDWR | O_CREAT, 0o600)) }
            for name in names {
                let path = try SQLiteDatabase.canonicalPath(folder + "/" + name)
                #expect(path == folder + "/data/real.sqlite", "\(name)")
            }
        }
        for bad in ["/loop.sqlite", "/none/real.sqlite"] {
            #expect(throws: SQLFault.self) { try SQLiteDatabase.canonicalPath(folder + bad) }
        }
    }

    private final class Flag: Sendable {
        let areDone = Atomic(false)
    }

    @Test func `asking for the process that uses a file refuses no process that starts`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        await (try SQLiteDatabase.open(path: path)).close()
        #expect(try SQLiteDatabase.processUsing(path) == nil)
        let starts = Flag()
        await withTaskGroup { group in
            group.addTask {
                while !starts.areDone.load(ordering: .relaxed) { _ = try? SQLiteDatabase.processUsing(path) }
            }
            group.addTask {
                for _ in 0..<5_000 {
                    do { try LockFile(for: path).release() } catch { Issue.record("\(error)"); break }
                }
                starts.areDone.store(true, ordering: .relaxed)
            }
        }
        let holder = try LockFile(for: path)
        #expect(try SQLiteDatabase.processUsing(path) == "\(getpid())")
        holder.release()
        #expect(try SQLiteDatabase.processUsing(path) == nil)
    }

    /// A child process has copies of all descriptors until it executes its program; `dup` makes such a copy.
    @Test func `a closed database can be opened while a copy of its lock's descriptor is open`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        let first = try SQLiteDatabase.open(path: path)
        let copies = OpenFiles.descriptors { $0 == path + ".lock" }.map { dup($0) }
        defer { for copy in copies { close(copy) } }
        #expect(copies.count == 1)
        await first.close()
        #expect(try SQLiteDatabase.processUsing(path) == nil)
        await (try SQLiteDatabase.open(path: path)).close()
    }

    @Test(.requirement("U2")) func `another process is refused with the holder's process id`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        let first = try SQLiteDatabase.open(path: path)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let fault = #expect(throws: SQLFault.self) { try SQLiteDatabase.open(path: path) }
            let message = "\(try #require(fault))"
            #expect(message.contains("process \(getppid())"))
        }
        await first.close()
    }

    @Test func `only the owner can read and write a new database file`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        await (try BookDatabase(path: path)).database.close()
        let mode = try #require(permissions(of: path))
        #expect(mode & 0o777 == 0o600)
    }

    @Test func `closing a database closes its files`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        let database = try await BookDatabase(path: path).database
        #expect(OpenFiles.descriptors { $0.hasPrefix(path) } != [])
        await database.close()
        #expect(OpenFiles.descriptors { $0.hasPrefix(path) } == [])
    }

    @Test func `a database that was read and is dropped without being closed leaves no file open`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        var database: SQLiteDatabase? = try SQLiteDatabase.open(path: path)
        _ = try await database?.select(Statement("SELECT 1"))
        database = nil
        try await waitUntil { OpenFiles.descriptors { $0.hasPrefix(path) } == [] }
    }

    @Test func `a missing folder is named in the error`() {
        let fault = #expect(throws: SQLFault.self) {
            try SQLiteDatabase.open(path: "/dev/shm/no-such-folder/one.sqlite")
        }
        #expect(fault.map { "\($0)" }?.contains("no-such-folder") == true)
    }

    private func permissions(of path: String) -> mode_t? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode : nil
    }
}
