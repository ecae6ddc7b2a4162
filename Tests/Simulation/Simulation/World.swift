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
    let people: [Person]
    private(set) var auth: HostOfService!
    private(set) var vault: HostOfService!
    private(set) var devices: [DeviceHost] = []
    /// The copies that the administrator has made.
    var copies: [ServiceName: [SimulatedDisk.Copy]] = [:]
    /// The disk on which copies are checked.
    let copyCheck: SimulatedDisk
    let random: RandomSource
    /// The folder of the key files, which no restore replaces.
    let folder = scratchFolder()
    /// False where no host, disk or link fails.
    var hasFaults = true
    /// The texts that people and backends write.
    var texts = Texts()
    private var delays: SeededGenerator

    init(seed: UInt64) {
        SimulatedDisk.reset()
        self.seed = seed
        executor = SimulatedExecutor(SeededGenerator(seed, "order of jobs"))
        log = EventLog(executor)
        copyCheck = SimulatedDisk("copy", seed: seed)
        network = Network(seed: seed, executor, log)
        random = SeededSource(SeededGenerator(seed, "random bytes of the product")).random
        delays = SeededGenerator(seed, "delays of commits")
        let ada = Person(name: "Ada", phone: "+4915112345601", group: "home")
        let ben = Person(name: "Ben", phone: "+4915112345602", group: "fieldwork")
        people = [ada, ben]
        oracle = Oracle(log)
        oracle.world = self
        let keys = ServiceKeys(random)
        auth = HostOfService(.auth, keys: keys, world: self)
        vault = HostOfService(.vault, keys: keys, world: self)
        devices = [
            DeviceHost(0, "Ada's phone", users: [ada], world: self),
            DeviceHost(1, "Ada's laptop", users: [ada], world: self),
            DeviceHost(2, "the tablet", users: [ben, ada], world: self),
            DeviceHost(3, "Ben's phone", users: [ben], world: self),
            DeviceHost(4, "Ben's watch", users: [ben], world: self),
        ]
        network.observe = { [oracle] in await oracle.observe($0) }
    }

    var services: [HostOfService] { [auth, vault] }

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
        (auth, vault, devices) = (nil, nil, [])
        network.observe = { _ in }
        oracle.world = nil
    }
}
