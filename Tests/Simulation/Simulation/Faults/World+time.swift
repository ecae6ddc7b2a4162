import Primitives

extension World {
    /// Suspends every host, so that time passes and nothing happens meanwhile.
    ///
    /// - Parameter correctsClocks: true to set the clocks of the services right before. The sweeper is only protected
    ///   from a clock that is wrong for a shorter time than it waits between two sightings.
    func suspend(for duration: Duration, correctsClocks: Bool = true) async {
        if correctsClocks { for service in services { service.host.clockError = .zero } }
        await oracle.check()
        oracle.forgetUnwrittenPresences()
        executor.skip(duration)
    }

    /// Lets 35 minutes pass, after which each vault process makes a pass of its sweeper. The time between two passes is
    /// longer than the least time between two sightings.
    func passTime() async {
        for service in services where service.host.disk.isLimited { service.host.disk.setFree(nil) }
        await suspend(for: .minutes(35))
        try? await executor.sleep(.milliseconds(400))
        await superviseProcesses()
        await oracle.check()
    }

    /// Notices processes that have died, and starts services again after a while, as a supervisor does.
    func superviseProcesses() async {
        countDiskFaults()
        for service in services where service.reap() {
            log.record("The \(service.name) service has died")
            executor.after(.milliseconds(300)) { [self] in executor.start { await service.start() } }
        }
        for device in devices { await device.reap() }
    }
}
