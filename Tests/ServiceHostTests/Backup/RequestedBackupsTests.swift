import Contracts
import Foundation
import JSONRPC
import Logging
import Primitives
import SQL
import StrictJSON
import Support
import Synchronization
import Testing

@testable import ServiceHost

#if Postgres
import PostgresSupport
#endif

/// Backups that a running service makes of its own database.
@Suite struct RequestedBackupsTests {
    private let fixture = TimelineFixture()
    private var copy: String { fixture.copy }

    private func backups(of database: any ServiceDatabase) -> RequestedBackups {
        RequestedBackups(of: database, steady: fixture.clock.steady, log: Logger(label: "test"))
    }

    private func context(_ slot: (any InFlightSlot)? = nil) -> RequestContext {
        RequestContext(listener: .administration, body: [], slot: slot)
    }

    /// Returns the reason of the refusal of a backup, or the name of another fault and its field.
    private func refusal(
        _ backups: RequestedBackups, to path: String, slot: (any InFlightSlot)? = nil
    ) async throws -> String {
        let fault = await #expect(throws: Fault.self) { try await backups.create(.init(path: path), context(slot)) }
        guard case .string(let reason)? = fault?.detail?["reason"], fault?.kind == .backupRefused else {
            return "\(fault?.kind.name ?? "") \(fault?.field ?? "")"
        }
        return reason
    }

    private func filesLeft() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: fixture.folder).filter { $0.hasPrefix("copy") }.sorted()
    }

    @Test func `a copy made during writes has every write acknowledged before, and begins a generation when restored`()
        async throws
    {
        let service = try await fixture.start()
        let acknowledged = Atomic(0), isDone = Atomic(false)
        let writesDuringCopy = DispatchSemaphore(value: 0)
        let writer = Task {
            while !isDone.load(ordering: .relaxed) {
                let id = acknowledged.load(ordering: .relaxed) + 1
                try await TimelineFixture.write(id, to: service.database)
                acknowledged.store(id, ordering: .relaxed)
                writesDuringCopy.signal()
                await Task.yield()
            }
        }
        try await waitUntil { acknowledged.load(ordering: .relaxed) >= 20 }
        // The copy goes on only after further writes were acknowledged, so it does not block the writer.
        let paused = PausedCopies(base: service) {
            for _ in 0..<(acknowledged.load(ordering: .relaxed) + 5) {
                #expect(writesDuringCopy.wait(timeout: .now() + 20) == .success)
            }
        }
        let before = acknowledged.load(ordering: .relaxed)
        let answer = try await backups(of: paused).create(.init(path: copy), context())
        isDone.store(true, ordering: .relaxed)
        try await writer.value
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? Int == answer.bytes)
        await service.close()

        let restore = SQLiteRestore(path: fixture.path, copy: copy, now: Instant(ms: 42))
        _ = try await restore.run(TimelineFixture.migrations) { _ in }
        let restored = try await fixture.start()
        let marks = try await TimelineFixture.marks(in: restored.database)
        #expect(marks == Array(1...marks.count) && marks.count >= before)
        #expect(marks.count < acknowledged.load(ordering: .relaxed))
        #expect(try await TimelineFixture.generation(of: restored.database) == 1)
        await restored.close()
    }

    @Test func `an existing file, a missing folder and a relative path are refused, and nothing is touched`()
        async throws
    {
        let service = try await fixture.start()
        let backups = backups(of: service)
        #expect(SmallFile.replace(copy, with: [7]))
        #expect(try await refusal(backups, to: copy) == "\(copy) exists already; name a new file")
        #expect(SmallFile.read(copy) == [7])
        #expect(try filesLeft() == ["copy.sqlite"])
        let missing = try await refusal(backups, to: fixture.folder + "/missing/copy.sqlite")
        #expect(missing.contains("No such file or directory"))
        #expect(try await refusal(backups, to: "copy.sqlite") == "invalidParams path")
        await service.close()
    }

    @Test func `a second backup at the same time is refused with the path of the first`() async throws {
        let service = try await fixture.start()
        let hasBegun = Latch(), mayGoOn = DispatchSemaphore(value: 0)
        let backups = backups(of: PausedCopies(base: service, hasBegun: hasBegun, mayGoOn: mayGoOn))
        async let first = backups.create(.init(path: copy), context())
        await hasBegun.wait()
        let second = fixture.folder + "/copy-2.sqlite"
        let reason = try await refusal(backups, to: second)
        #expect(reason == "another backup is being made (\(copy)): wait until it is complete")
        mayGoOn.signal()
        _ = try await first
        #expect(try filesLeft() == ["copy.sqlite"])
        mayGoOn.signal()
        _ = try await backups.create(.init(path: second), context())
        await service.close()
    }

    /// The slot of a caller that disconnects as soon as its call waits.
    private struct LostCaller: InFlightSlot {
        func suspend(_ wake: @escaping @Sendable () -> Void) { wake() }
        func reclaim() {}
    }

    @Test func `a caller that disconnects ends the copy, and no file is left`() async throws {
        let service = try await fixture.start()
        let backups = backups(of: service)
        let reason = try await refusal(backups, to: copy, slot: LostCaller())
        #expect(reason == "the caller disconnected before the copy was complete")
        #expect(try filesLeft() == [])
        _ = try await backups.create(.init(path: copy), context())
        await service.close()
    }

    @Test func `the stop of the service ends the copy, and later ones are refused`() async throws {
        let service = try await fixture.start()
        let closing = Mutex<RequestedBackups?>(nil)
        let backups = backups(of: PausedCopies(base: service) { closing.withLock { $0 }?.close() })
        closing.withLock { $0 = backups }
        for _ in 1...2 { #expect(try await refusal(backups, to: copy).hasPrefix("the service is being stopped")) }
        #expect(try filesLeft() == [])
        closing.withLock { $0 = nil }
        await service.close()
    }

    @Test func `the log cannot be truncated during a copy, and can be afterwards`() async throws {
        let service = try await fixture.start()
        let hasBegun = Latch(), mayGoOn = DispatchSemaphore(value: 0)
        let backups = backups(of: PausedCopies(base: service, hasBegun: hasBegun, mayGoOn: mayGoOn))
        async let first = backups.create(.init(path: copy), context())
        await hasBegun.wait()
        let fault = await #expect(throws: SQLFault.self) { try await service.truncateLog() }
        #expect(fault.map { "\($0)" }?.contains("a backup is being made") == true)
        mayGoOn.signal()
        _ = try await first
        try await service.truncateLog()
        await service.close()
    }

    #if Postgres
    @Test func `on PostgreSQL a backup is refused with the names of its tools`() async throws {
        let server = try await FreshDatabase()
        let common = try CommonOnly.read(flags: ["database": server.url])
        let service = try await common.openDatabase(check: fixture.check(), whenChecked: { _ in })
        let reason = try await refusal(backups(of: service), to: copy)
        #expect(reason == BackupRefusal.onPostgreSQL.description && reason.contains("pg_basebackup"))
        #expect(try filesLeft() == [])
        await service.close()
    }
    #endif
}
