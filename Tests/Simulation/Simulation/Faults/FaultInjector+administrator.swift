import Contracts
import Domain
import JSONRPC
import Primitives

extension FaultInjector {
    /// Carries out what an administrator does. Returns false if there was nothing to do.
    mutating func administer(_ event: Event) async -> Bool {
        switch event {
        case .approve, .disapprove: return await decide(approves: event == .approve)
        case .copyVault: return await copy(.vault)
        case .copyAuth: return await copy(.auth)
        case .restoreVault: return await restore(.vault)
        case .restoreAuth: return await restore(.auth)
        case .restartService, .restartWrongKey:
            let service = world.services[generator.below(world.services.count)]
            return await restart(service, withWrongKey: event == .restartWrongKey)
        case .repairKey: return await repairKeys()
        case .newWrappingKey, .newDataKeys:
            begin(event)
            return false
        default: return false
        }
    }

    private mutating func copy(_ service: ServiceName) async -> Bool {
        guard let manner = await world.engine.copy(service, &generator) else { return false }
        world.log.record("The administrator copies the \(service) database\(manner)")
        return true
    }

    /// Puts a copy back, and often another one soon afterwards, because the first was the wrong one.
    private mutating func restore(_ service: ServiceName) async -> Bool {
        guard await restoreOnce(service) else { return false }
        if generator.chance(40) {
            try? await world.executor.sleep(generator.duration(below: 3000))
            _ = await restoreOnce(service)
        }
        return true
    }

    private mutating func restoreOnce(_ service: ServiceName) async -> Bool {
        guard let copy = world.engine.pickCopy(of: service, &generator) else { return false }
        world.log.record("The administrator puts an old copy of the \(service) database back")
        let processes = world.instances(of: service)
        for process in processes {
            process.isBeingRestored = true
            process.isDatabaseNew = true
            await process.stop()
            // An empty database would take over a wrong key as its own.
            process.hasWrongKey = false
            process.kill(powerLoss: false)
        }
        // From here on every look at the tables shows the copy.
        if service == .vault { world.oracle.recordVaultRestore() } else { world.oracle.forgetEnds() }
        await world.engine.restore(copy, of: service)
        for process in processes { process.isBeingRestored = false }
        for process in processes { await process.start() }
        return true
    }

    private func restart(_ service: HostOfService, withWrongKey isWrong: Bool) async -> Bool {
        guard !isWrong || !service.isDatabaseNew else { return false }
        service.hasWrongKey = isWrong
        world.log.record(
            "The administrator restarts the \(service.name) service\(isWrong ? " with a wrong key" : "")")
        await service.stop()
        await service.start()
        return true
    }

    private func repairKeys() async -> Bool {
        let wrong = world.services.filter(\.hasWrongKey)
        for service in wrong {
            world.log.record("The administrator puts the right key of the \(service.name) service back")
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
