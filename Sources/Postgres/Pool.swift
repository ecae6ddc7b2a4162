#if Postgres
import Primitives
import SQL
import Synchronization

/// Callers in one line and the workers that serve them. A worker takes a caller only once it has a connection, so an
/// outage costs the callers nothing but their patience.
final class Pool<Caller: Errand>: Sendable {
    /// What a worker with a connection is to do.
    enum Turn { case serve([Caller]), rest, end }
    /// What a worker without a connection is to do.
    enum Call { case dial, rest, end }

    private struct State {
        var line = Line<Caller>()
        /// Workers with a connection and nothing to do.
        var idle = Roll()
        /// Workers without a connection that wait to be needed.
        var resting = Roll()
        var (open, busy, dialling, ended) = (0, 0, 0, 0)
        var outage: Outage?
        var isClosing = false
        var ushersRest = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    /// More than this do not wait: the next caller is refused at once.
    static var waitingAtMost: Int { 4_096 }

    private let state = Mutex(State())
    private let bells: [Doorbell]
    private let usherBell: Doorbell
    private let waitLimit: Duration
    private let atOnce: Int
    private let clock: SteadyClock

    /// A pool of so many workers, each serving so many callers at once.
    init(size: Int, atOnce: Int, waitLimit: Duration, clock: SteadyClock) throws(SQLFault) {
        var bells: [Doorbell] = []
        for _ in 0..<size { bells.append(try Doorbell()) }
        self.bells = bells
        usherBell = try Doorbell()
        self.atOnce = atOnce
        self.waitLimit = waitLimit
        self.clock = clock
    }

    /// How many workers there are.
    var size: Int { bells.count }

    /// How it stands now.
    var statistics: PoolStatistics {
        state.withLock { PoolStatistics(size: size, open: $0.open, busy: $0.busy, waiting: $0.line.count) }
    }

    /// The bell a worker waits at.
    func bell(of index: Int) -> Doorbell { bells[index] }

    /// Takes a caller in, or refuses it at once.
    func add(_ caller: Caller) {
        let refusal: SQLFault? = state.withLock { state in
            if state.isClosing { return .unavailable("it is closing") }
            if let outage = hopeless(state) { return outage.fault }
            if state.line.count >= Self.waitingAtMost { return exhausted }
            state.line.append(caller)
            wakeOne(&state)
            wakeUsher(&state)
            return nil
        }
        if let refusal { caller.refuse(refusal) }
    }

    /// What a worker without a connection does next. During an outage one dials for all.
    func call(for index: Int) -> Call {
        state.withLock { state in
            state.resting.remove(index)
            if state.isClosing, state.line.isEmpty { return .end }
            let isOutage = state.outage != nil
            let isNeeded = state.line.count > state.dialling || (isOutage && state.open == 0)
            if isNeeded, !isOutage || state.dialling == 0 {
                state.dialling += 1
                return .dial
            }
            state.resting.insert(index)
            return .rest
        }
    }

    /// Notes that a worker has a connection; the outage, if there was one, is over.
    func connected() {
        state.withLock { state in
            state.dialling -= 1
            state.open += 1
            state.outage = nil
            if state.line.count > 1 { wakeOne(&state) }
        }
    }

    /// Notes a failed attempt.
    ///
    /// - Returns: how long to stand still before the next one; nil when there is no need for it any more.
    func failed(_ failure: DialFailure) -> Duration? {
        let (refused, fault, pause) = state.withLock { state in
            let outage = Outage(after: state.outage, failure, at: clock.now)
            state.outage = outage
            let refused = hopeless(state) == nil ? [] : state.line.take(.max)
            let goesOn = !state.line.isEmpty || (state.open == 0 && !state.isClosing)
            if !goesOn {
                state.dialling -= 1
                if state.open > 0 { state.outage = nil }
            }
            return (refused, outage.fault, goesOn ? outage.pause : nil)
        }
        for caller in refused { caller.refuse(fault) }
        return pause
    }

    /// What a worker with a connection does next.
    func turn(for index: Int) -> Turn {
        state.withLock { state in
            state.idle.remove(index)
            if state.line.isEmpty {
                if state.isClosing { return .end }
                state.idle.insert(index)
                return .rest
            }
            state.busy += 1
            return .serve(state.line.take(atOnce))
        }
    }

    /// Notes that a worker is done with its callers; those another must serve stand at the front again.
    func done(again: [Caller]) {
        state.withLock { state in
            state.busy -= 1
            for caller in again.reversed() {
                state.line.prepend(caller)
                wakeOne(&state)
            }
            if !again.isEmpty { wakeUsher(&state) }
        }
    }

    /// Notes that a worker's connection is gone.
    func disconnected(_ index: Int) {
        state.withLock { state in
            state.idle.remove(index)
            state.open -= 1
            // It may have been rung for a caller it can no longer serve.
            if !state.line.isEmpty { wakeOne(&state) }
        }
    }

    /// Notes that a worker has ended.
    func ended() {
        let closers = state.withLock { state in
            state.ended += 1
            // Those that rested while there was still a line have nobody else to wake them.
            for bell in bells { bell.ring() }
            guard state.ended == size else { return [CheckedContinuation<Void, Never>]() }
            defer { state.closers = [] }
            usherBell.ring()
            return state.closers
        }
        for caller in closers { caller.resume() }
    }

    /// Lets the workers finish what was taken in and end.
    func stop() {
        state.withLock { $0.isClosing = true }
        for bell in bells { bell.ring() }
    }

    /// Stops and waits until every connection is closed.
    func close() async {
        stop()
        await withCheckedContinuation { caller in
            let hasEnded = state.withLock { state in
                if state.ended < size { state.closers.append(caller) }
                return state.ended == size
            }
            if hasEnded { caller.resume() }
        }
    }

    /// Sends away whoever has waited too long, until every worker has ended. Runs on a thread of its own.
    func usher() {
        while true {
            let (late, fault, pause, isOver) = state.withLock { state in
                var late: [Caller] = []
                let now = clock.now
                while let first = state.line.first, now - first.accepted >= waitLimit { late += state.line.take(1) }
                state.ushersRest = state.line.isEmpty
                let pause = state.line.first.map { waitLimit - (now - $0.accepted) + .milliseconds(1) }
                let outage = state.open == 0 ? state.outage : nil
                return (late, outage?.fault ?? exhausted, pause, state.ended == size)
            }
            for caller in late { caller.refuse(fault) }
            if isOver { return }
            usherBell.wait(atMost: pause)
        }
    }

    private var exhausted: SQLFault {
        .unavailable("every one of the pool's \(size) connections is at work and too many callers wait for one")
    }

    /// The outage in which it makes no sense to wait: nobody is connected, and nobody was for long or will be.
    private func hopeless(_ state: borrowing State) -> Outage? {
        guard state.open == 0, let outage = state.outage else { return nil }
        return outage.isLasting || clock.now - outage.since >= waitLimit ? outage : nil
    }

    private func wakeUsher(_ state: inout State) {
        guard state.ushersRest else { return }
        state.ushersRest = false
        usherBell.ring()
    }

    private func wakeOne(_ state: inout State) {
        guard let index = state.idle.popFirst() ?? state.resting.popFirst() else { return }
        bells[index].ring()
    }
}
#endif
