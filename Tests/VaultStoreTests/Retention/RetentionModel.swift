import Primitives

/// What one account has that the sweeper may erase, and the sweeper's passes, as the page Vault states the rules.
struct RetentionModel {
    /// Something that the sweeper erases: a secret's place in the trash, a tombstone or a logged operation.
    struct Thing {
        let name: String
        /// The moment from which the vault's time of retention counts.
        let since: Instant
        /// The account's sequence number of the thing's change.
        let seq: Int64
        let kept: Duration
        /// True if every device that is active has to read the change before the thing may be erased.
        let mustBeRead: Bool

        func isDue(at time: Instant) -> Bool { since + kept <= time }
    }

    private struct Pass {
        /// The wall clock's time, right or wrong.
        let time: Instant
        /// The time for which sweepers had been running.
        let counted: Duration
        /// The devices' acknowledged sequence numbers.
        let read: [Int64]
    }

    private static let interval = Duration.hours(24)

    /// The devices' last acknowledgements.
    var devices: [(seen: Instant, read: Int64)] = []
    private(set) var things: [Thing] = []
    private var passes: [Pass] = []
    private var counted = Duration.zero
    /// The steady clock's time of the last pass of this process; nil before the first.
    private var lastPass: Duration?

    mutating func add(_ thing: Thing) { things.append(thing) }

    /// The moments after a time at which things become due, in order.
    func dueTimes(after now: Instant) -> [Instant] { things.map { $0.since + $0.kept }.filter { $0 > now }.sorted() }

    /// Ends the process. The time until the next one's first pass does not count.
    mutating func restart() { lastPass = nil }

    /// Records a pass and removes what it has erased, which is everything that is not in `left`. Returns the names of
    /// the things that it should not have erased, and of those that it should have.
    mutating func pass(at time: Instant, steady: Duration, left: Set<String>) -> (tooSoon: [String], tooLate: [String])
    {
        if let lastPass { counted += steady - lastPass }
        lastPass = steady
        passes.append(Pass(time: time, counted: counted, read: devices.map(\.read)))
        let tooSoon = things.filter { !left.contains($0.name) && !mayBeErased($0, at: time) }
        let tooLate = things.filter { left.contains($0.name) && mustBeErased($0) }
        things.removeAll { !left.contains($0.name) }
        return (tooSoon.map(\.name), tooLate.map(\.name))
    }

    /// The passes at which a thing was due, without interruption up to the last one.
    private func passes(with thing: Thing) -> [Pass] {
        let rest = passes.reversed().prefix { thing.isDue(at: $0.time) }
        return rest.reversed()
    }

    /// Only what was due at every pass for 24 hours is erased, and only what every active device has read.
    private func mayBeErased(_ thing: Thing, at time: Instant) -> Bool {
        guard let first = passes(with: thing).first, counted - first.counted >= Self.interval else { return false }
        return !thing.mustBeRead
            || devices.allSatisfy { $0.read >= thing.seq || $0.seen + .days(180) <= time }
    }

    /// A pass that comes 24 hours after the one that saw the account due erases what was due then. What becomes due in
    /// between has to be seen by the pass that follows, and is erased 24 hours later.
    private func mustBeErased(_ thing: Thing) -> Bool {
        let due = passes(with: thing)
        guard let first = due.first, !thing.mustBeRead || first.read.allSatisfy({ $0 >= thing.seq }),
            let swept = due.firstIndex(where: { $0.counted - first.counted >= Self.interval }), swept + 1 < due.count
        else { return false }
        return counted - due[swept + 1].counted >= Self.interval
    }
}
