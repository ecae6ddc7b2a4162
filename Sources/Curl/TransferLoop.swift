import CCurl
import DequeModule

/// The loop of the one thread that uses the multi handle: it takes commands, lets libcurl move bytes, resumes the callers
/// of ended requests, and sleeps.
///
/// Only that thread touches the loop. The callers of one round are resumed together, outside every lock.
struct TransferLoop: ~Copyable {
    private struct Slot {
        let transfer: UnsafeMutablePointer<lk_transfer>
        var occupant: (exchange: Exchange, waiter: PeerQueue.Waiter, peerQueue: PeerQueue)?
    }

    /// The concurrent requests on one HTTP/2 connection; servers commonly allow 100 streams.
    private static let streamsPerConnection = 100
    /// The number of peers above which the queue of a peer without requests is dropped.
    private static let rememberedPeers = 256

    private let queue: CommandQueue
    private let tls: TLSFiles
    private let connections: ConnectionCounter
    private let connectionsPerHost: Int
    private var slots: [Slot] = []
    private var free: [Int] = []
    private var peers: [String: PeerQueue] = [:]
    private var nextDeadline = Int64.max
    private var ended: [(waiter: PeerQueue.Waiter, outcome: Exchange.Outcome)] = []

    init(_ queue: CommandQueue, _ settings: CurlSettings, counting connections: ConnectionCounter) {
        self.queue = queue
        tls = TLSFiles(settings)
        self.connections = connections
        connectionsPerHost = max(1, settings.connectionsPerHost)
    }

    deinit {
        for slot in slots { lk_transfer_free(slot.transfer) }
    }

    mutating func run() {
        var batch: [CommandQueue.Command] = []
        while true {
            let isStopped = queue.moveAll(into: &batch)
            for command in batch {
                switch command {
                case .start(let exchange, let waiter): startOrQueue(exchange, waiter)
                case .cancel(let exchange): cancel(exchange)
                }
            }
            batch.removeAll(keepingCapacity: true)
            if isStopped { break }
            var running: Int32 = 0
            curl_multi_perform(queue.multi, &running)
            collect()
            if nextDeadline != .max { expire(at: lk_milliseconds()) }
            resumeCallers()
            if queue.maySleep() { curl_multi_poll(queue.multi, nil, 0, sleepMs(), nil) }
        }
        endAll()
    }

    /// Starts a request if its peer has a connection to spare; otherwise the request waits. A request that is
    /// already cancelled ends at once.
    private mutating func startOrQueue(_ exchange: Exchange, _ waiter: PeerQueue.Waiter) {
        if case .cancelled = exchange.stage { return ended.append((waiter, .failure(CurlFault(.cancelled)))) }
        let peerQueue = peerQueue(to: exchange.peer)
        if peerQueue.running < peerQueue.width {
            start(exchange, waiter, in: peerQueue, totalMs: exchange.request.totalMs)
        } else {
            // Deadlines are rounded up to 8 ms, so that one search through the waiting requests serves many of them.
            let deadline = (lk_milliseconds() + Int64(exchange.request.totalMs)) | 7
            exchange.stage = .waiting
            peerQueue.waiting.append(PeerQueue.Waiting(exchange: exchange, waiter: waiter, deadline: deadline))
            nextDeadline = min(nextDeadline, deadline)
        }
    }

    private mutating func start(_ exchange: Exchange, _ waiter: PeerQueue.Waiter, in peerQueue: PeerQueue, totalMs: Int)
    {
        guard let slot = vacantSlot() else {
            return fail(exchange, waiter, CurlFault(.transport("out of memory")))
        }
        let transfer = slots[slot].transfer
        let prepared = exchange.request.prepare(transfer, tls, totalMs: totalMs)
        guard prepared == CURLE_OK else {
            lk_transfer_clear(transfer)
            free.append(slot)
            return fail(exchange, waiter, .preparing(prepared))
        }
        exchange.stage = .running(slot: slot)
        slots[slot].occupant = (exchange, waiter, peerQueue)
        peerQueue.running += 1
        curl_multi_add_handle(queue.multi, transfer.pointee.easy)
    }

    private mutating func cancel(_ exchange: Exchange) {
        switch exchange.stage {
        case .posted: exchange.stage = .cancelled
        case .waiting:
            guard let waiting = peers[exchange.peer]?.remove(exchange) else { return }
            fail(exchange, waiting.waiter, CurlFault(.cancelled))
        case .running(let slot):
            let transfer = slots[slot].transfer
            curl_multi_remove_handle(queue.multi, transfer.pointee.easy)
            end(slot, .failure(CurlFault(.cancelled, mayHaveBeenSent: transfer.pointee.started)))
        case .cancelled, .ended: break
        }
    }

    private mutating func collect() {
        var code = CURLE_OK
        while let transfer = lk_multi_next_done(queue.multi, &code) {
            end(transfer.pointee.slot, transfer.pointee.outcome(code))
        }
    }

    /// Stores the outcome for `resumeCallers`, frees the slot and starts the peer's next requests. The transfer's
    /// handle must have been removed from the multi handle.
    private mutating func end(_ slot: Int, _ outcome: Exchange.Outcome) {
        let transfer = slots[slot].transfer
        connections.add(lk_transfer_connects(transfer))
        guard let (exchange, waiter, peerQueue) = slots[slot].occupant else { return }
        exchange.stage = .ended
        ended.append((waiter, outcome))
        peerQueue.running -= 1
        if peerQueue.width == connectionsPerHost, lk_transfer_multiplexed(transfer) {
            peerQueue.width = connectionsPerHost * Self.streamsPerConnection
        }
        slots[slot].occupant = nil
        lk_transfer_clear(transfer)
        free.append(slot)
        while let next = peerQueue.next() {
            let left = next.deadline - lk_milliseconds()
            start(next.exchange, next.waiter, in: peerQueue, totalMs: max(1, Int(left)))
        }
        if peerQueue.isIdle && peers.count > Self.rememberedPeers { peers[peerQueue.peer] = nil }
    }

    /// Ends the requests whose deadline has passed while they waited, and finds the next deadline.
    private mutating func expire(at now: Int64) {
        guard now >= nextDeadline else { return }
        nextDeadline = .max
        for peerQueue in peers.values {
            for waiting in peerQueue.removeExpired(at: now) {
                fail(waiting.exchange, waiting.waiter, CurlFault(.timeout))
            }
            nextDeadline = peerQueue.waiting.reduce(nextDeadline) { min($0, $1.deadline) }
        }
    }

    private mutating func fail(_ exchange: Exchange, _ waiter: PeerQueue.Waiter, _ fault: CurlFault) {
        exchange.stage = .ended
        ended.append((waiter, .failure(fault)))
    }

    private mutating func resumeCallers() {
        guard !ended.isEmpty else { return }
        queue.finished(ended.count)
        for (waiter, outcome) in ended { waiter.resume(returning: outcome) }
        ended.removeAll(keepingCapacity: true)
    }

    private mutating func endAll() {
        for peerQueue in peers.values {
            while let waiting = peerQueue.waiting.popFirst() {
                fail(waiting.exchange, waiting.waiter, CurlFault(.cancelled))
            }
        }
        for slot in slots {
            if let occupant = slot.occupant { cancel(occupant.exchange) }
        }
        resumeCallers()
    }

    /// The longest sleep in milliseconds; libcurl wakes earlier for its own timers.
    private func sleepMs() -> Int32 {
        nextDeadline == .max ? 60_000 : Int32(max(0, min(60_000, nextDeadline - lk_milliseconds())))
    }

    private mutating func peerQueue(to peer: String) -> PeerQueue {
        if let peerQueue = peers[peer] { return peerQueue }
        let peerQueue = PeerQueue(peer: peer, width: connectionsPerHost)
        peers[peer] = peerQueue
        return peerQueue
    }

    private mutating func vacantSlot() -> Int? {
        if let slot = free.popLast() { return slot }
        guard let transfer = lk_transfer_make(slots.count) else { return nil }
        slots.append(Slot(transfer: transfer))
        return slots.count - 1
    }
}
