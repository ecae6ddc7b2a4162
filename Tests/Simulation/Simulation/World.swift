import Logging
import Primitives
import Support

/// All of one simulation: hosts, services, devices, people, the network between them, and the oracle that checks what
/// they do.
final class World: @unchecked Sendable {  // all of a simulation runs on one thread
    static let silent = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }

    let seed: UInt64
    let executor: SimulatedExecutor
    let log: EventLog
    let network: Network
    let inbox = Inbox()
    let oracle: Oracle
    let keys: ServiceKeys
    let people: [Person]
    private(set) var engine: (any ServiceEngine)!
    /// The processes of both services; several of each on PostgreSQL.
    private(set) var services: [HostOfService] = []
    private(set) var devices: [DeviceHost] = []
    let random: RandomSource
    /// The folder of the key files, which no restore replaces.
    let folder = scratchFolder()
    /// False where no host, disk or link fails.
    var hasFaults = true
    /// The texts that people and backends write.
    var texts = Texts()
    private var delays: SeededGenerator

    init(seed: UInt64, on engine: EngineName = .sqlite) {
        SimulatedDisk.reset()
        self.seed = seed
        executor = SimulatedExecutor(SeededGenerator(seed, "order of jobs"))
        log = EventLog(executor)
        network = Network(seed: seed, executor, log)
        random = SeededSource(SeededGenerator(seed, "random bytes of the product")).random
        delays = SeededGenerator(seed, "delays of commits")
        let ada = Person(name: "Ada", phone: "+4915112345601", group: "home")
        let ben = Person(name: "Ben", phone: "+4915112345602", group: "fieldwork")
        people = [ada, ben]
        oracle = Oracle(log)
        keys = ServiceKeys(random)
        oracle.world = self
        self.engine = engine.start(in: self)
        for number in 1...self.engine.instances {
            for service in ServiceName.allCases {
                let name = self.engine.instances == 1 ? "\(service)" : "\(service) \(number)"
                services.append(HostOfService(service, name, keys: keys, world: self))
            }
        }
        devices = [
            DeviceHost(0, "Ada's phone", users: [ada], world: self),
            DeviceHost(1, "Ada's laptop", users: [ada], world: self),
            DeviceHost(2, "the tablet", users: [ben, ada], world: self),
            DeviceHost(3, "Ben's phone", users: [ben], world: self),
            DeviceHost(4, "Ben's watch", users: [ben], world: self),
        ]
        network.observe = { [oracle] in await oracle.observe($0) }
    }

    /// The processes of one service.
    func instances(of service: ServiceName) -> [HostOfService] { services.filter { $0.service == service } }

    /// Any of the processes of one service.
    func instance(of service: ServiceName, _ generator: inout SeededGenerator) -> HostOfService {
        let all = instances(of: service)
        return all.count == 1 ? all[0] : all[generator.below(all.count)]
    }

    /// The time until a commit begins; the writes that arrive before then share it.
    func commitDelay() -> Duration { delays.duration(below: 3) }

    /// Ends every process, and takes apart what refers to this world, so that it can be freed.
    func end() {
        for service in services { service.kill(powerLoss: false) }
        for device in devices {
            device.host.disk.kill(powerLoss: false)
            executor.start { await device.reap() }
        }
        network.running = [:]
        let limit = executor.jobs + 200_000
        _ = executor.run { [executor] in executor.jobs > limit }
        engine.end()
        (engine, services, devices) = (nil, [], [])
        network.observe = { _ in }
        oracle.world = nil
    }
}
