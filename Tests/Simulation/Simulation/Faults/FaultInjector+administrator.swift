import Contracts
import Domain
import JSONRPC
import Primitives
import SQLite

extension FaultInjector {
    /// Carries out what an administrator does. Returns false if there was nothing to do.
    mutating func administer(_ event: Event) async -> Bool {
        switch event {
        case .approve, .disapprove: return await decide(approves: event == .approve)
        case .copyVault: return await copy(world.vault)
        case .copyAuth: return await copy(world.auth)
        case .restoreVault: return await restore(world.vault)
        case .restoreAuth: return await restore(world.auth)
        case .restartService, .restartWrongKey:
            return await restart(world.services[generator.below(2)], withWrongKey: event == .restartWrongKey)
        case .repairKey: return await repairKeys()
        default: return false
        }
    }

    /// Copies the files of a database. A copy without its log is an older state, or damaged if a fault of the disk has
    /// interrupted the last checkpoint; a damaged one is thrown away.
    private mutating func copy(_ service: HostOfService) async -> Bool {
        let withLog = generator.chance(60)
        guard let copy = service.host.disk.copy(withLog: withLog) else { return false }
        if !withLog, !(await world.isSound(copy)) { return false }
        world.log.record(
            "The administrator copies the \(service.service) database\(withLog ? "" : " without its log")")
        world.copies[service.service, default: []].append(copy)
        if world.copies[service.service, default: []].count > 6 { world.copies[service.service]?.removeFirst() }
        return true
    }

    private mutating func restore(_ service: HostOfService) async -> Bool {
        guard let copy = generator.pick(world.copies[service.service] ?? []) else { return false }
        world.log.record("The administrator puts an old copy of the \(service.service) database back")
        await service.stop()
        // An empty database would take over a wrong key as its own.
        service.hasWrongKey = false
        service.host.disk.kill(powerLoss: false)
        service.reap()
        service.host.disk.restore(copy)
        service.fileNumber += 1
        if service.service == .vault { world.oracle.destroyVault() } else { world.oracle.forgetEnds() }
        await service.start()
        return true
    }

    private func restart(_ service: HostOfService, withWrongKey isWrong: Bool) async -> Bool {
        service.hasWrongKey = isWrong
        world.log.record(
            "The administrator restarts the \(service.service) service\(isWrong ? " with a wrong key" : "")")
        await service.stop()
        await service.start()
        return true
    }

    private func repairKeys() async -> Bool {
        let wrong = world.services.filter(\.hasWrongKey)
        for service in wrong {
            world.log.record("The administrator puts the right key of the \(service.service) service back")
            service.hasWrongKey = false
            await service.stop()
            await service.start()
        }
        return !wrong.isEmpty
    }

    /// Decides about everybody who waits, or disapproves somebody.
    private func decide(approves: Bool) async -> Bool {
        let socket = Link(network: world.network, host: "operator", service: .auth, listener: .administration)
        do {
            let people = try await socket.call(
                ApprovalPending.self, .init(status: approves ? nil : .approvedForSyncing)
            ).people
            for person in people.prefix(approves ? 10 : 1) {
                world.log.record("The operator \(approves ? "approves" : "disapproves") \(person.phone)")
                _ = try await socket.call(
                    ApprovalDecide.self,
                    .init(
                        accountId: person.accountId, version: person.version,
                        status: approves ? .approvedForSyncing : .disapprovedForSyncing,
                        reason: approves ? nil : "a test", requestId: world.random.id()))
            }
            return !people.isEmpty
        } catch {
            world.log.record("The operator cannot decide: \(Acts.short(error))")
            return false
        }
    }
}

extension World {
    /// True if a copy of a database can be opened, which looks for damage.
    fileprivate func isSound(_ copy: SimulatedDisk.Copy) async -> Bool {
        copyCheck.kill(powerLoss: false)
        copyCheck.restore(copy)
        let executor = executor
        let database = try? SQLiteDatabase.open(path: "copy/data.sqlite", readers: 1, onCommit: { _ in }) { work in
            _ = executor.after(.zero, work)
        }
        await database?.close()
        return database != nil
    }
}
