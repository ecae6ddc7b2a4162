import Primitives

/// Makes a failing history short: it leaves out acts as long as the same promise is still broken.
public struct Shrinking {
    /// The shortest failing simulation found so far.
    public private(set) var run: Run
    public private(set) var result: RunResult
    /// The number of simulations played.
    public private(set) var attempts = 0
    private let steady = SteadyClock.system
    private let limit: Duration

    public init(_ run: Run, _ result: RunResult, limit: Duration) {
        (self.run, self.result, self.limit) = (run, result, limit)
        self.run.acts = result.acts
    }

    /// Leaves out groups of kinds of acts and faults, then single kinds, then ever smaller groups of acts until no single
    /// one can be left out, or the time is over.
    public mutating func shrink() {
        let began = steady.now
        for group in Event.groups where steady.now - began < limit { leaveOut(group) }
        for kind in Event.chosen where steady.now - began < limit / 3 && result.counts[kind.rawValue] != nil {
            leaveOut([kind])
        }
        var size = max(1, run.acts / 2)
        while true {
            var hasShrunk = false
            var start = 0
            while start < run.acts, steady.now - began < limit {
                let group = Set(start..<min(start + size, run.acts)).subtracting(run.leftOut)
                start += size
                guard !group.isEmpty else { continue }
                var shorter = run
                shorter.leftOut.formUnion(group)
                if attempt(shorter) { hasShrunk = true }
            }
            guard steady.now - began < limit else { return }
            if size > 1 { size /= 2 } else if !hasShrunk { return }
        }
    }

    private mutating func leaveOut(_ kinds: [Event]) {
        guard kinds.contains(where: { result.counts[$0.rawValue] != nil }) else { return }
        var shorter = run
        for kind in kinds { _ = shorter.leaveOut(kind.rawValue) }
        attempt(shorter)
    }

    /// Plays a shorter simulation and keeps it if the same promise is broken.
    @discardableResult
    private mutating func attempt(_ shorter: Run) -> Bool {
        let outcome = shorter.play()
        attempts += 1
        guard outcome.promise == result.promise else { return false }
        (run, result) = (shorter, outcome)
        run.acts = outcome.acts
        return true
    }
}
