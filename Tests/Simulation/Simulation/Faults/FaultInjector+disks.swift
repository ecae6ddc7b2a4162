extension FaultInjector {
    /// Lets a process die or lose its connection at one of its next commits, lets a disk fail at one of its next
    /// accesses, or limits its free bytes.
    mutating func prepareCommitOrDiskFault(_ event: Event, _ device: DeviceHost) {
        let service = world.services[generator.below(world.services.count)]
        let hasDisk = world.engine.hasDisks || event == .dieAtCommit
        let isService = event == .ioError || (generator.chance(event == .diskFull ? 75 : 50) && hasDisk)
        let disk = isService ? service.host.disk : device.host.disk
        let name = isService ? "the \(service.name) service" : device.name
        switch event {
        case .dieAtCommit:
            let after = generator.chance(50), number = 1 + generator.below(2)
            world.log.record("\(name) will die \(after ? "after" : "before") one of its next commits")
            if isService {
                world.engine.die(service, atCommit: number, after: after)
            } else {
                disk.dieAtSync(number, after: after)
            }
        case .connectionCut:
            let after = generator.chance(50)
            world.log.record(
                "The \(service.name) service will lose its connection \(after ? "after" : "before") a commit")
            world.engine.cutConnection(of: service, atCommit: 1 + generator.below(3), after: after)
        case .diskFull:
            world.log.record("The disk of \(name) is nearly full")
            disk.setFree(generator.below(12) * 3000)
        default:
            world.log.record("The disk of \(name) fails once")
            switch generator.below(3) {
            case 0: disk.fail(write: 1 + generator.below(8))
            case 1: disk.fail(sync: 1 + generator.below(3))
            default: disk.fail(read: 1 + generator.below(8))
            }
        }
    }
}

extension World {
    /// Counts the faults of disks that have taken effect since the last call.
    func countDiskFaults() {
        for host in hosts { for event in host.disk.takeFaults() { log.count(event) } }
    }
}
