import Primitives

/// The outcome of one simulation.
public struct RunResult: Sendable {
    public let seed: UInt64
    /// The number of acts that had begun.
    public let acts: Int
    /// The acts, deliveries and faults.
    public let steps: Int
    /// The hash of the history; equal for equal seeds.
    public let fingerprint: UInt64
    public let counts: [String: Int]
    /// The virtual time from the beginning to the end.
    public let time: Duration
    /// The promise that was broken, and how; nil if none was.
    public let promise: String?
    public let violation: String?
    /// The history in sentences.
    public let story: [String]
}

/// One simulation, from its seed to its end.
public struct Run: Sendable {
    public var seed: UInt64
    public var engine = EngineName.sqlite
    /// The number of acts and faults.
    public var acts: Int
    /// The numbers of acts to leave out.
    public var leftOut: Set<Int> = []
    /// False for a network without faults, and processes that do not die.
    public var hasFaults = true
    /// True to print the story as it happens.
    public var isLoud = false
    /// True to print each answer of a service.
    public var printsDetails = false
    private var without: Set<Event> = []

    public init(seed: UInt64, acts: Int) { (self.seed, self.acts) = (seed, acts) }

    /// Leaves out every act or fault of a kind. Returns false if there is no such kind.
    public mutating func leaveOut(_ kind: String) -> Bool {
        guard let event = Event(rawValue: kind) else { return false }
        without.insert(event)
        return true
    }

    /// The kinds that are left out.
    public var leftOutKinds: [String] { without.map(\.rawValue).sorted() }

    /// Plays the simulation on the current thread.
    public func play() -> RunResult {
        let world = World(seed: seed, on: engine)
        world.log.isLoud = isLoud
        world.log.printsDetails = printsDetails
        world.hasFaults = hasFaults
        let done = Flag()
        let scheduler = Scheduler(
            world,
            Scheduler.Plan(
                seed: seed, engine: engine, acts: acts, leftOut: leftOut, without: without, hasFaults: hasFaults))
        world.executor.start {
            await scheduler.play()
            done.isSet = true
        }
        if !world.executor.run(until: { done.isSet }) {
            world.oracle.fail(.notQuiet, "every task waits for something that never happens")
        }
        let counts = Dictionary(uniqueKeysWithValues: world.log.counts.map { ($0.key.rawValue, $0.value) })
        let result = RunResult(
            seed: seed, acts: scheduler.played, steps: world.log.steps,
            fingerprint: world.log.fingerprint.value, counts: counts,
            time: world.services[0].host.trueTime - Host.start,
            promise: world.oracle.violation?.promise.rawValue, violation: world.oracle.violation?.detail,
            story: world.log.lines)
        world.end()
        return result
    }

    /// The names of all kinds of events that a long run on an engine must have seen.
    public static func requiredEvents(on engine: EngineName) -> [String] {
        Event.allCases.filter { !engine.missing.contains($0) }.map(\.rawValue)
    }
}

private final class Flag: @unchecked Sendable {  // all of a simulation runs on one thread
    var isSet = false
}
