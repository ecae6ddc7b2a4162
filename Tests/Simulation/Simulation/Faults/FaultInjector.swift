import LatchkeyDevice
import Primitives

/// Carries out what the administrator does and what happens to hosts, disks, clocks and links.
struct FaultInjector {
    let world: World
    var generator: SeededGenerator

    /// Carries out an event, and counts it if it has changed anything.
    ///
    /// A fault of a disk is only prepared here. It is counted when a process meets it: ``World.countDiskFaults()``.
    mutating func perform(_ event: Event, _ device: DeviceHost) async {
        if await takesEffect(event, device) { world.log.count(event) }
    }

    private mutating func takesEffect(_ event: Event, _ device: DeviceHost) async -> Bool {
        switch event {
        case .losePhone: return await lose(device)
        case .killApp, .powerLossApp: return await kill(device, powerLoss: event == .powerLossApp)
        case .killAuth, .powerLossAuth:
            return kill(world.instance(of: .auth, &generator), powerLoss: event == .powerLossAuth)
        case .killVault, .powerLossVault:
            return kill(world.instance(of: .vault, &generator), powerLoss: event == .powerLossVault)
        case .dieAtCommit, .diskFull, .ioError, .connectionCut:
            prepareCommitOrDiskFault(event, device)
            return false
        case .diskFreed: return world.freeDisks()
        case .clockWrong: return changeClock()
        case .clockRight: return world.correctClocks()
        case .suspended:
            let minutes = 1 + generator.below(10)
            world.log.record("Every host is suspended for \(minutes) minutes")
            await world.suspend(for: .minutes(minutes))
            return true
        case .timePasses:
            let periods = 1 + generator.below(4)
            world.log.record("\(periods * 35) minutes pass")
            for _ in 0..<periods { await world.passTime() }
            // Their access tokens have expired.
            for device in world.devices where generator.chance(70) { _ = try? await device.running?.refresh() }
            return true
        case .deviceAway:
            var absence = Absence(world: world, device: device, generator: generator)
            return await absence.run()
        case .clockFarAhead: return await setVaultClockFarAhead()
        case .networkUnreliable: return makeNetworkUnreliable()
        case .networkReliable: return world.makeNetworkReliable()
        case .linkCut: return cutLink()
        case .linkSlow: return slowLink(device)
        case .linkHealed: return world.healLinks()
        default: return await administer(event)
        }
    }

    private func lose(_ device: DeviceHost) async -> Bool {
        guard await world.isDispensable(device) else { return false }
        world.log.record("\(device.name) is lost; a new one takes its place")
        await device.lose()
        world.oracle.forget(device: device.number)
        return true
    }

    private func kill(_ device: DeviceHost, powerLoss: Bool) async -> Bool {
        guard device.running != nil else { return false }
        world.log.record(powerLoss ? "\(device.name) loses power" : "\(device.name): the app is killed")
        await device.kill(powerLoss: powerLoss)
        return true
    }

    /// Ends a service. The scheduler notices the death and starts the service again.
    private func kill(_ service: HostOfService, powerLoss: Bool) -> Bool {
        guard service.isRunning else { return false }
        world.log.record(
            "The host of the \(service.name) service \(powerLoss ? "loses power" : "kills the service")")
        service.die(powerLoss: powerLoss)
        return true
    }

    private mutating func changeClock() -> Bool {
        // Half the wrong clocks are those of services, whose times order changes.
        let hosts = generator.chance(50) ? world.services.map(\.host) : world.hosts
        guard let host = generator.pick(hosts) else { return false }
        host.clockError = .seconds(generator.below(1200) - 600)
        world.log.record("The clock of \(host.name) is wrong by \(host.clockError.ms / 1000) s")
        return true
    }

    /// Lets one pass of the sweeper see a clock that is 8 h ahead, and sets the clock right afterwards.
    private mutating func setVaultClockFarAhead() async -> Bool {
        let host = world.instance(of: .vault, &generator).host
        world.log.record("The clock of \(host.name) is 8 hours ahead for 11 minutes")
        host.clockError = .hours(8)
        await world.suspend(for: .minutes(11), correctsClocks: false)
        try? await world.executor.sleep(.milliseconds(400))
        host.clockError = .zero
        await world.oracle.check()
        return true
    }

    private mutating func makeNetworkUnreliable() -> Bool {
        world.network.faultRates = .init(
            lost: generator.below(15), answersLost: generator.below(15), repeated: generator.below(15),
            late: generator.below(15))
        world.log.record("The network becomes bad")
        return true
    }

    private mutating func cutLink() -> Bool {
        let hosts = world.devices.map(\.name) + ["auth", "vault", "backend"]
        let host = hosts[generator.below(hosts.count)], end: ServiceName = generator.chance(50) ? .auth : .vault
        guard host != "\(end)", !world.network.isCut(host, end) else { return false }
        world.log.record("The link from \(host) to the \(end) service is cut")
        world.network.cut(host, end)
        return true
    }

    private mutating func slowLink(_ device: DeviceHost) -> Bool {
        let (host, end): (String, ServiceName) = generator.chance(30) ? ("vault", .auth) : (device.name, .vault)
        world.log.record("The link from \(host) to the \(end) service becomes slow")
        world.network.slowDown(host, end)
        return true
    }
}
