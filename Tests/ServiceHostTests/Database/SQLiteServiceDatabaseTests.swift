import Foundation
import Primitives
import SQL
import SQLite
import Support
import Synchronization
import Testing

@testable import ServiceHost

/// Starts and stops of a service on real files, with copies of the file put back in between.
@Suite struct SQLiteServiceDatabaseTests {
    private let fixture = TimelineFixture()
    private var path: String { fixture.path }

    /// Opens the file as a start of the service does, and returns the generation in force.
    private func start() async throws -> (service: SQLiteServiceDatabase, generation: Int64) {
        let service = try await fixture.start()
        return (service, try await TimelineFixture.generation(of: service.database))
    }

    private func write(_ id: Int, to service: SQLiteServiceDatabase) async throws {
        try await TimelineFixture.write(id, to: service.database)
    }

    /// Ends the process's use of the file as a kill does: nothing more is recorded.
    private func kill(_ service: SQLiteServiceDatabase) async { await service.database.close() }

    /// Copies the file and its write-ahead log.
    private func copyFile() throws -> String {
        let copy = scratchFolder() + "/copy.sqlite"
        for end in ["", "-wal"] where FileManager.default.fileExists(atPath: path + end) {
            try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
        }
        return copy
    }

    private func putBack(_ copy: String) throws {
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + end)
            if FileManager.default.fileExists(atPath: copy + end) {
                try FileManager.default.copyItem(atPath: copy + end, toPath: path + end)
            }
        }
    }

    @Test func `starts, stops and kills of one file begin no generation`() async throws {
        for id in 0..<3 {
            let (service, generation) = try await start()
            #expect(generation == 0)
            try await write(id, to: service)
            if id == 1 { await kill(service) } else { await service.close() }
        }
        #expect(try await start().generation == 0)
    }

    /// Puts a copy in place of a database that was served and written to after the copy was made.
    private func putBackOlderCopy() async throws {
        let first = try await start().service
        try await write(1, to: first)
        await first.close()
        let copy = try copyFile()
        let second = try await start().service
        try await write(2, to: second)
        await second.close()
        try putBack(copy)
    }

    @Test(.requirement("U3")) func `an older copy that is put back begins a generation at its first start`()
        async throws
    {
        try await putBackOlderCopy()
        let third = try await start()
        #expect(third.generation == 1)
        await third.service.close()
        #expect(try await start().generation == 1)
    }

    @Test func `a database is checked before a service is built on it, after its migrations and keys`() async throws {
        try await putBackOlderCopy()
        let third = try SQLiteServiceDatabase(
            path: path, readers: 1, check: fixture.check(), whenChecked: { _ in })
        var atKeyCheck: Int64?
        try await third.prepare(migrations: TimelineFixture.migrations) {
            atKeyCheck = try await TimelineFixture.generation(of: $0)
        }
        #expect(atKeyCheck == 0)
        #expect(try await TimelineFixture.generation(of: third.database) == 1)
        await third.close()
    }

    @Test(.requirement("U3")) func `a copy taken after the last record and put back after a kill begins a generation`()
        async throws
    {
        let service = try await start().service
        try await write(1, to: service)
        let copy = try copyFile()
        try await write(2, to: service)
        await kill(service)
        try putBack(copy)
        #expect(try await start().generation == 1)
    }

    private static let hasTimesOfCreation = SQLiteDatabase.birth(ofFile: scratchFolder()) != nil

    /// The folder holds the key folder's file as well, so that the copy's records agree.
    @Test(.enabled(if: hasTimesOfCreation, "the file system stores times of creation"))
    func `a folder that was copied whole and is put back begins one generation`() async throws {
        let first = try await start().service
        try await write(1, to: first)
        await first.close()
        let aside = scratchFolder() + "/aside", files = FileManager.default
        try files.copyItem(atPath: fixture.folder, toPath: aside)
        let second = try await start().service
        try await write(2, to: second)
        await second.close()
        try files.removeItem(atPath: fixture.folder)
        try files.copyItem(atPath: aside, toPath: fixture.folder)
        let third = try await start()
        #expect(try await TimelineFixture.marks(in: third.service.database) == [1])
        #expect(third.generation == 1)
        await third.service.close()
        #expect(try await start().generation == 1)
    }

    @Test(.enabled(if: hasTimesOfCreation, "the file system stores times of creation"))
    func `a renamed folder begins no generation`() async throws {
        await (try await start()).service.close()
        try FileManager.default.moveItem(atPath: fixture.folder, toPath: fixture.folder + ".aside")
        try FileManager.default.moveItem(atPath: fixture.folder + ".aside", toPath: fixture.folder)
        #expect(try await start().generation == 0)
    }

    @Test func `a data folder without its key folder begins a generation, and so does the reverse`() async throws {
        await (try await start()).service.close()
        try FileManager.default.removeItem(atPath: fixture.folder + "/auth.lineage")
        let second = try await start()
        #expect(second.generation == 1)
        await second.service.close()
        try FileManager.default.removeItem(atPath: path)
        #expect(try await start().generation == 1)
    }

    @Test func `the counter moves while something is written, and not otherwise`() async throws {
        let service = try await start().service
        func position() async throws -> Int64? {
            try await StoredTimeline.read(on: service.database)?.position.position
        }
        try await service.recordIfWritten()
        #expect(try await position() == 1)
        try await write(1, to: service)
        try await service.recordIfWritten()
        #expect(try await position() == 2)
        #expect(try fixture.check().file.read()?.position.position == 2)
        try await service.recordIfWritten()
        #expect(try await position() == 2)
        await service.close()
        #expect(try fixture.check().file.read()?.position.position == 3)
        #expect(try fixture.check().file.read()?.file == nil)
    }

    @Test func `a running service looks every 5 s whether something was written`() async throws {
        let service = try await start().service, pauses = Mutex<[Duration]>([])
        try await write(1, to: service)
        let time = TaskContext(executor: nil) { pause in
            let count = pauses.withLock { pauses in
                pauses.append(pause)
                return pauses.count
            }
            if count == 3 { throw CancellationError() }
        }
        await TaskContext.$current.withValue(time) { await service.monitorTimeline() }
        #expect(pauses.withLock { $0 } == [.seconds(5), .seconds(5), .seconds(5)])
        #expect(try await StoredTimeline.readPosition(on: service.database)?.position == 2)
        await service.close()
    }

    @Test func `a position that could not be written to the file is written at the next attempt`() async throws {
        let service = try await start().service, file = fixture.folder + "/auth.lineage"
        try await write(1, to: service)
        try FileManager.default.removeItem(atPath: file)
        mkdir(file, 0o700)
        await #expect(throws: SettingsFault.self) { try await service.recordIfWritten() }
        rmdir(file)
        try await service.recordIfWritten()
        #expect(try fixture.check().file.read()?.position.position == 2)
        try await service.recordIfWritten()
        #expect(try await StoredTimeline.read(on: service.database)?.position.position == 2)
        await service.close()
        #expect(try await start().generation == 0)
    }

    @Test func `without its folder the file cannot be written, and the database stays as it is`() async throws {
        let check = TimelineCheck(
            file: TimelineFile(path: fixture.folder + "/absent/auth.lineage"), clock: fixture.clock.wall,
            random: .system, log: fixture.check().log, beginGeneration: { _, _, _ in })
        let service = try SQLiteServiceDatabase(path: path, readers: 1, check: check, whenChecked: { _ in })
        _ = try await service.migrate(TimelineFixture.migrations)
        await #expect(throws: SettingsFault.self) { try await service.checkTimeline() }
        #expect(try await StoredTimeline.read(on: service.database) == nil)
        await service.close()
    }
}
