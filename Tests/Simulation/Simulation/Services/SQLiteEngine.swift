import Primitives
import SQL
import SQLite
import ServiceHost

/// SQLite on simulated disks: one process of each service.
final class SQLiteEngine: ServiceEngine, @unchecked Sendable {  // all of a simulation runs on one thread
    private unowned let world: World
    /// The copies that the administrator has made.
    private var copies: [ServiceName: [SimulatedDisk.Copy]] = [:]
    /// The number of the file of each service; a copy that is put back is another file.
    private var files: [ServiceName: UInt64] = [:]
    /// The disk on which copies are checked.
    private let copyCheck: SimulatedDisk

    init(_ world: World) {
        self.world = world
        copyCheck = SimulatedDisk("copy", seed: world.seed)
    }

    var instances: Int { 1 }
    var hasDisks: Bool { true }

    func open(
        _ process: HostOfService, _ check: TimelineCheck,
        whenChecked: @escaping @Sendable (TimelineCheck.Outcome) -> Void
    ) async throws -> any ServiceDatabase {
        let (world, host, number) = (world, process.host, files[process.service] ?? 1)
        return try SQLiteServiceDatabase(
            open: { countCommit in
                try SQLiteDatabase.open(
                    path: "\(host.name)/data.sqlite", readers: 2,
                    onCommit: { _ in
                        host.commits += 1
                        countCommit()
                    }
                ) { work in
                    _ = world.executor.after(world.commitDelay(), work)
                }
            }, identity: { _ in FileIdentity(device: 1, inode: number) }, check: check, whenChecked: whenChecked)
    }

    /// The disk has ended the process.
    func processDied(on host: HostOfService) {}

    func die(_ process: HostOfService, atCommit number: Int, after: Bool) {
        process.host.disk.dieAtSync(number, after: after)
    }

    func forgetCommitFaults() {
        for process in world.services { process.host.disk.dieAtSync(0, after: false) }
    }

    /// There is no connection.
    func cutConnection(of process: HostOfService, atCommit number: Int, after: Bool) {}

    /// Copies the files of a database. A copy without its log is an older state, or damaged if a fault of the disk has
    /// interrupted the last checkpoint; a damaged one is thrown away.
    func copy(_ service: ServiceName, _ generator: inout SeededGenerator) async -> String? {
        let withLog = generator.chance(60)
        guard let copy = process(of: service).host.disk.copy(withLog: withLog) else { return nil }
        if !withLog, !(await isSound(copy)) { return nil }
        copies[service, default: []].append(copy)
        if copies[service, default: []].count > 6 { copies[service]?.removeFirst() }
        return withLog ? "" : " without its log"
    }

    func pickCopy(of service: ServiceName, _ generator: inout SeededGenerator) -> Int? {
        generator.pick(Array((copies[service] ?? []).indices))
    }

    func restore(_ copy: Int, of service: ServiceName) async {
        guard let copies = copies[service] else { return }
        process(of: service).host.disk.restore(copies[copy])
        files[service, default: 1] += 1
    }

    func tables(of service: ServiceName) -> (any Database)? {
        let process = process(of: service)
        return process.isRunning ? process.process?.database : nil
    }

    func end() {}

    private func process(of service: ServiceName) -> HostOfService { world.instances(of: service)[0] }

    /// True if a copy of a database has no damage, also none that opening it does not find: without the log, pages of different
    /// times may be in it.
    private func isSound(_ copy: SimulatedDisk.Copy) async -> Bool {
        copyCheck.kill(powerLoss: false)
        copyCheck.restore(copy)
        let executor = world.executor
        let database = try? SQLiteDatabase.open(path: "copy/data.sqlite", readers: 1, onCommit: { _ in }) { work in
            _ = executor.after(.zero, work)
        }
        guard let database else { return false }
        let problems = try? await database.select(Statement("PRAGMA integrity_check")).map { try $0.text(0) }
        await database.close()
        return problems == ["ok"]
    }
}
