import JSONRPC
import LatchkeyDevice
import Primitives

/// Plays one simulation: chooses the acts and faults by the seed, and checks the promises all along.
final class Scheduler: @unchecked Sendable {  // all of a simulation runs on one thread
    /// What to play.
    struct Plan: Sendable {
        var seed: UInt64
        var engine = EngineName.sqlite
        /// The number of acts and faults that the scheduler chooses.
        var acts: Int
        /// The acts to leave out when a history is shrunk.
        var leftOut: Set<Int> = []
        /// The kinds of acts and faults to leave out.
        var without: Set<Event> = []
        /// False for a network without faults and processes that do not die.
        var hasFaults = true
        /// The acts between two quiet periods.
        var actsBetweenQuiet = 100
    }

    private let world: World
    private let plan: Plan
    /// The number of acts that have begun.
    private(set) var played = 0

    init(_ world: World, _ plan: Plan) { (self.world, self.plan) = (world, plan) }

    func play() async {
        for service in world.services { await service.start() }
        for number in 0..<plan.acts {
            var generator = SeededGenerator(plan.seed, "act", number)
            try? await world.executor.sleep(generator.duration(below: 120))
            await world.superviseProcesses()
            if !plan.leftOut.contains(number) { await begin(number, &generator) }
            await world.oracle.check()
            played = number + 1
            if world.oracle.violation != nil { return }
            if number % plan.actsBetweenQuiet == plan.actsBetweenQuiet - 1 {
                await QuietPeriod(world: world).run()
                if world.oracle.violation != nil { return }
            }
        }
    }

    private func begin(_ number: Int, _ generator: inout SeededGenerator) async {
        let act = EventWeights.next(&generator, hasFaults: plan.hasFaults, missing: plan.engine.missing)
        let devices = world.devices.filter { act != .handOver || $0.users.count > 1 }
        let device = devices[generator.below(devices.count)]
        guard !plan.without.contains(act) else { return }
        let own = SeededGenerator(plan.seed, "choices of act", number)
        switch act.actor {
        case .person: person(act, device, own)
        case .backend: await backend(act, device, own)
        case .administrator, .environment:
            var injector = FaultInjector(world: world, generator: own)
            await injector.perform(act, device)
        }
    }

    private func person(_ act: Event, _ device: DeviceHost, _ generator: SeededGenerator) {
        guard device.acts < 3 else { return }
        let world = world
        device.acts += 1
        world.executor.start {
            var acts = Acts(world: world, device: device, generator: generator)
            await acts.perform(act)
            device.acts -= 1
            await world.oracle.check()
        }
    }

    private func backend(_ act: Event, _ device: DeviceHost, _ generator: SeededGenerator) async {
        let world = world
        guard let profile = try? await device.running?.store.profile(), let token = profile.accessToken,
            let account = profile.accountId
        else { return }
        world.executor.start {
            var backend = Backend(world: world, device: device, token: token, account: account, generator: generator)
            await backend.perform(act)
            await world.oracle.check()
        }
    }
}
