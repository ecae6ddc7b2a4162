import Contracts
import Domain
import JSONRPC
import Primitives

/// Carries out what the administrator does and what happens to hosts, disks, clocks and links.
struct FaultInjector {
    let world: World
    var generator: SeededGenerator

    mutating func perform(_ event: Event, _ device: DeviceHost) async {
        let record = world.log.record
        let service = world.services[generator.below(2)]
        switch event {
        case .losePhone:
            guard await world.isDispensable(device) else { return }
            record("\(device.name) is lost; a new one takes its place")
            await device.lose()
            world.oracle.forget(device: device.number)
        case .killApp:
            record("\(device.name): the app is killed")
            await device.kill(powerLoss: false)
        case .powerLossApp:
            record("\(device.name) loses power")
            await device.kill(powerLoss: true)
        case .killAuth, .powerLossAuth: kill(world.auth, powerLoss: event == .powerLossAuth)
        case .killVault, .powerLossVault: kill(world.vault, powerLoss: event == .powerLossVault)
        case .dieAtCommit:
            let after = generator.chance(50)
            if generator.chance(50) {
                record("The \(service.service) service will die \(after ? "after" : "before") its next commit")
                service.host.disk.dieAtSync(1 + generator.below(2), after: after)
            } else {
                record("\(device.name) will die \(after ? "after" : "before") its next commit")
                device.host.disk.dieAtSync(1 + generator.below(2), after: after)
            }
        case .diskFull:
            let free = generator.below(12) * 3000
            if generator.chance(75) {
                record("The disk of the \(service.service) service is nearly full")
                service.host.disk.setFree(free)
            } else {
                record("The disk of \(device.name) is nearly full")
                device.host.disk.setFree(free)
            }
        case .diskFreed:
            for service in world.services { service.host.disk.setFree(nil) }
            for device in world.devices { device.host.disk.setFree(nil) }
        case .ioError:
            record("The disk of the \(service.service) service fails once")
            switch generator.below(3) {
            case 0: service.host.disk.fail(write: 1 + generator.below(8))
            case 1: service.host.disk.fail(sync: 1 + generator.below(3))
            default: service.host.disk.fail(read: 1 + generator.below(8))
            }
        case .clockWrong:
            let hosts = world.services.map(\.host) + world.devices.map(\.host)
            let host = hosts[generator.below(hosts.count)]
            host.clockError = .seconds(generator.below(1200) - 600)
            record("The clock of \(host.name) is wrong by \(host.clockError.ms / 1000) s")
        case .clockRight:
            for host in world.services.map(\.host) + world.devices.map(\.host) { host.clockError = .zero }
        case .suspended:
            let minutes = 1 + generator.below(10)
            record("Every host is suspended for \(minutes) minutes")
            world.executor.skip(.minutes(minutes))
        case .networkUnreliable:
            world.network.faultRates = .init(
                lost: generator.below(15), answersLost: generator.below(15), repeated: generator.below(15),
                late: generator.below(15))
            record("The network becomes bad")
        case .networkReliable: world.network.faultRates = .init()
        case .linkCut:
            let hosts = world.devices.map(\.name) + ["auth", "vault", "backend"]
            let host = hosts[generator.below(hosts.count)], end: ServiceName = generator.chance(50) ? .auth : .vault
            record("The link from \(host) to the \(end) service is cut")
            world.network.cut(host, end)
        case .linkHealed: world.network.healAll()
        default: await administer(event)
        }
    }

    private func kill(_ service: HostOfService, powerLoss: Bool) {
        guard service.isRunning else { return }
        world.log.record(
            "The host of the \(service.service) service \(powerLoss ? "loses power" : "kills the service")")
        // The scheduler notices the death and starts the service again.
        service.host.disk.kill(powerLoss: powerLoss)
    }

    private mutating func administer(_ event: Event) async {
        switch event {
        case .approve, .disapprove: await decide(approves: event == .approve)
        case .copyVault, .copyAuth:
            let service: HostOfService = event == .copyVault ? world.vault : world.auth
            let withLog = generator.chance(60)
            guard let copy = service.host.disk.copy(withLog: withLog) else { return }
            world.log.record(
                "The administrator copies the \(service.service) database\(withLog ? "" : " without its log")")
            world.copies[service.service, default: []].append(copy)
            if world.copies[service.service, default: []].count > 6 { world.copies[service.service]?.removeFirst() }
        case .restoreVault, .restoreAuth:
            let service: HostOfService = event == .restoreVault ? world.vault : world.auth
            guard let copy = generator.pick(world.copies[service.service] ?? []) else { return }
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
        case .restartService, .restartWrongKey:
            let service = world.services[generator.below(2)]
            service.hasWrongKey = event == .restartWrongKey
            world.log.record(
                "The administrator restarts the \(service.service) service\(service.hasWrongKey ? " with a wrong key" : "")"
            )
            await service.stop()
            await service.start()
        case .repairKey:
            for service in world.services where service.hasWrongKey {
                world.log.record("The administrator puts the right key of the \(service.service) service back")
                service.hasWrongKey = false
                await service.stop()
                await service.start()
            }
        default: break
        }
    }

    /// Decides about everybody who waits, or disapproves somebody.
    private mutating func decide(approves: Bool) async {
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
        } catch {
            world.log.record("The operator cannot decide: \(Acts.short(error))")
        }
    }
}
