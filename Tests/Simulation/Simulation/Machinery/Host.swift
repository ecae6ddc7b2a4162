import Primitives

/// One simulated computer or phone: its disk, and its clocks, of which the wall clock may be wrong.
final class Host: @unchecked Sendable {  // all of a simulation runs on one thread
    /// The wall clock's time at the start of every simulation.
    static let start = Instant(ms: 1_750_000_000_000)

    let name: String
    let disk: SimulatedDisk
    /// The difference of the wall clock from the right time.
    var clockError = Duration.zero
    /// The number of commits of the databases on the disk; whoever has looked since the last one has seen everything.
    var commits = 0
    private let executor: SimulatedExecutor
    private let begin: SteadyInstant

    init(_ name: String, seed: UInt64, executor: SimulatedExecutor) {
        self.name = name
        self.executor = executor
        disk = SimulatedDisk(name, seed: seed ^ Fingerprint.of(name))
        begin = executor.now
    }

    /// The right time.
    var trueTime: Instant { Self.start + (executor.now - begin) }
    var wall: WallClock { WallClock { [self] in trueTime + clockError } }
    var steady: SteadyClock { SteadyClock { [executor] in executor.now } }
}
