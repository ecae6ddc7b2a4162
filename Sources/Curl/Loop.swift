import CCurl
import DequeModule

/// The life of the one thread that owns the multi handle: take commands, move bytes, hand out answers, sleep.
///
/// Everything here belongs to that thread. Answers of one round are handed out together, outside every lock.
struct Loop: ~Copyable {
    private struct Slot {
        let transfer: UnsafeMutablePointer<lk_transfer>
        var occupant: (exchange: Exchange, waiter: Lane.Waiter, lane: Lane)?
    }

    /// Streams put on one peer's connections once it has spoken HTTP/2: what servers commonly allow.
    private static let streams = 100
    /// Peers remembered beyond those in use.
    private static let idleLanes = 256

    private let inbox: Inbox
    private let trust: Trust
    private let connections: Connections
    private let connectionsPerHost: Int
    private var slots: [Slot] = []
    private var free: [Int] = []
    private var lanes: [String: Lane] = [:]
    private var nextDeadline = Int64.max
    private var ready: [(waiter: Lane.Waiter, outcome: Exchange.Outcome)] = []

    init(_ inbox: Inbox, _ settings: CurlSettings, counting connections: Connections) {
        self.inbox = inbox
        self.trust = Trust(settings)
        self.connections = connections
        connectionsPerHost = max(1, settings.connectionsPerHost)
    }

    deinit {
        for slot in slots { lk_transfer_free(slot.transfer) }
    }

    mutating func run() {
        var batch: [Inbox.Command] = []
        while true {
            let isStopped = inbox.take(into: &batch)
            for command in batch {
                switch command {
                case .start(let exchange, let waiter): admit(exchange, waiter)
                case .cancel(let exchange): cancel(exchange)
                }
            }
            batch.removeAll(keepingCapacity: true)
            if isStopped { break }
            var running: Int32 = 0
            curl_multi_perform(inbox.multi, &running)
            collect()
            if nextDeadline != .max { expire(at: lk_milliseconds()) }
            handOut()
            if inbox.mayDoze() { curl_multi_poll(inbox.multi, nil, 0, patience(), nil) }
        }
        endAll()
    }

    /// Starts the request if its peer has a connection to spare, else lets it wait.
    private mutating func admit(_ exchange: Exchange, _ waiter: Lane.Waiter) {
        if case .cancelled = exchange.stage { return ready.append((waiter, .failure(CurlFault(.cancelled)))) }
        let lane = lane(to: exchange.peer)
        if lane.running < lane.width {
            start(exchange, waiter, in: lane, totalMs: exchange.errand.totalMs)
        } else {
            // In steps of 8 ms, so that many who wait are not looked through for each of them.
            let deadline = (lk_milliseconds() + Int64(exchange.errand.totalMs)) | 7
            exchange.stage = .waiting
            lane.waiting.append(Lane.Waiting(exchange: exchange, waiter: waiter, deadline: deadline))
            nextDeadline = min(nextDeadline, deadline)
        }
    }

    private mutating func start(_ exchange: Exchange, _ waiter: Lane.Waiter, in lane: Lane, totalMs: Int) {
        guard let slot = vacantSlot() else {
            return fail(exchange, waiter, CurlFault(.transport("out of memory")))
        }
        let transfer = slots[slot].transfer
        let prepared = exchange.errand.prepare(transfer, trust, totalMs: totalMs)
        guard prepared == CURLE_OK else {
            lk_transfer_clear(transfer)
            free.append(slot)
            return fail(exchange, waiter, .preparing(prepared))
        }
        exchange.stage = .running(slot: slot)
        slots[slot].occupant = (exchange, waiter, lane)
        lane.running += 1
        curl_multi_add_handle(inbox.multi, transfer.pointee.easy)
    }

    private mutating func cancel(_ exchange: Exchange) {
        switch exchange.stage {
        case .posted: exchange.stage = .cancelled
        case .waiting:
            guard let waiting = lanes[exchange.peer]?.remove(exchange) else { return }
            fail(exchange, waiting.waiter, CurlFault(.cancelled))
        case .running(let slot):
            let transfer = slots[slot].transfer
            curl_multi_remove_handle(inbox.multi, transfer.pointee.easy)
            end(slot, .failure(CurlFault(.cancelled, mayHaveBeenSent: transfer.pointee.started)))
        case .cancelled, .ended: break
        }
    }

    private mutating func collect() {
        var code = CURLE_OK
        while let transfer = lk_multi_next_done(inbox.multi, &code) {
            end(transfer.pointee.slot, transfer.pointee.outcome(code))
        }
    }

    /// Remembers the outcome for its caller, empties the slot, and lets the next of the lane start. The handle has left
    /// the multi handle.
    private mutating func end(_ slot: Int, _ outcome: Exchange.Outcome) {
        let transfer = slots[slot].transfer
        connections.add(lk_transfer_connects(transfer))
        guard let (exchange, waiter, lane) = slots[slot].occupant else { return }
        exchange.stage = .ended
        ready.append((waiter, outcome))
        lane.running -= 1
        if lane.width == connectionsPerHost, lk_transfer_multiplexed(transfer) {
            lane.width = connectionsPerHost * Self.streams
        }
        slots[slot].occupant = nil
        lk_transfer_clear(transfer)
        free.append(slot)
        while let next = lane.next() {
            let left = next.deadline - lk_milliseconds()
            start(next.exchange, next.waiter, in: lane, totalMs: max(1, Int(left)))
        }
        if lane.isIdle && lanes.count > Self.idleLanes { lanes[lane.peer] = nil }
    }

    /// Ends those that waited too long and finds the next deadline.
    private mutating func expire(at now: Int64) {
        guard now >= nextDeadline else { return }
        nextDeadline = .max
        for lane in lanes.values {
            for waiting in lane.removeExpired(at: now) {
                fail(waiting.exchange, waiting.waiter, CurlFault(.timeout))
            }
            nextDeadline = lane.waiting.reduce(nextDeadline) { min($0, $1.deadline) }
        }
    }

    private mutating func fail(_ exchange: Exchange, _ waiter: Lane.Waiter, _ fault: CurlFault) {
        exchange.stage = .ended
        ready.append((waiter, .failure(fault)))
    }

    private mutating func handOut() {
        guard !ready.isEmpty else { return }
        inbox.finished(ready.count)
        for (waiter, outcome) in ready { waiter.resume(returning: outcome) }
        ready.removeAll(keepingCapacity: true)
    }

    private mutating func endAll() {
        for lane in lanes.values {
            while let waiting = lane.waiting.popFirst() {
                fail(waiting.exchange, waiting.waiter, CurlFault(.cancelled))
            }
        }
        for slot in slots {
            if let occupant = slot.occupant { cancel(occupant.exchange) }
        }
        handOut()
    }

    /// How long to sleep at most, in milliseconds; libcurl shortens it to its own timers.
    private func patience() -> Int32 {
        nextDeadline == .max ? 60_000 : Int32(max(0, min(60_000, nextDeadline - lk_milliseconds())))
    }

    private mutating func lane(to peer: String) -> Lane {
        if let lane = lanes[peer] { return lane }
        let lane = Lane(peer: peer, width: connectionsPerHost)
        lanes[peer] = lane
        return lane
    }

    private mutating func vacantSlot() -> Int? {
        if let slot = free.popLast() { return slot }
        guard let transfer = lk_transfer_make(slots.count) else { return nil }
        slots.append(Slot(transfer: transfer))
        return slots.count - 1
    }
}
