import CCurl
import Synchronization

/// The life of the one thread that owns the multi handle: take commands, move bytes, hand out answers, sleep.
///
/// Everything here belongs to that thread. Answers of one round are handed out together, outside every lock.
struct Loop: ~Copyable {
    private typealias Transfer = UnsafeMutablePointer<lk_transfer>
    private typealias Waiter = CheckedContinuation<Exchange.Outcome, Never>

    private struct Slot {
        let transfer: Transfer
        var occupant: (exchange: Exchange, waiter: Waiter)?
    }

    private let inbox: Inbox
    private let trust: Trust
    private let connections: Connections
    private var slots: [Slot] = []
    private var free: [Int] = []
    private var ready: [(waiter: Waiter, outcome: Exchange.Outcome)] = []

    init(_ inbox: Inbox, _ settings: CurlSettings, counting connections: Connections) {
        self.inbox = inbox
        self.trust = Trust(settings)
        self.connections = connections
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
                case .start(let exchange, let waiter): start(exchange, waiter)
                case .cancel(let exchange): cancel(exchange)
                }
            }
            batch.removeAll(keepingCapacity: true)
            if isStopped { break }
            var running: Int32 = 0
            curl_multi_perform(inbox.multi, &running)
            collect()
            handOut()
            if inbox.mayDoze() { curl_multi_poll(inbox.multi, nil, 0, 60_000, nil) }
        }
        for slot in slots {
            if let occupant = slot.occupant { cancel(occupant.exchange) }
        }
        handOut()
    }

    private mutating func start(_ exchange: Exchange, _ waiter: Waiter) {
        let isCancelled = exchange.stage.withLock { if case .cancelled = $0 { true } else { false } }
        guard !isCancelled else { return ready.append((waiter, .failure(CurlFault(.cancelled)))) }
        guard let slot = vacantSlot() else {
            return ready.append((waiter, .failure(CurlFault(.transport("out of memory")))))
        }
        let transfer = slots[slot].transfer
        let prepared = exchange.errand.prepare(transfer, trust)
        guard prepared == CURLE_OK else {
            lk_transfer_clear(transfer)
            free.append(slot)
            return ready.append((waiter, .failure(.preparing(prepared))))
        }
        exchange.stage.withLock { $0 = .running(slot: slot) }
        slots[slot].occupant = (exchange, waiter)
        curl_multi_add_handle(inbox.multi, transfer.pointee.easy)
    }

    private mutating func cancel(_ exchange: Exchange) {
        let slot: Int? = exchange.stage.withLock { stage in
            switch stage {
            case .running(let slot): return slot
            case .waiting:
                stage = .cancelled
                return nil
            case .cancelled, .ended: return nil
            }
        }
        guard let slot else { return }
        let transfer = slots[slot].transfer
        curl_multi_remove_handle(inbox.multi, transfer.pointee.easy)
        end(slot, .failure(CurlFault(.cancelled, mayHaveBeenSent: transfer.pointee.started)))
    }

    private mutating func collect() {
        var code = CURLE_OK
        while let transfer = lk_multi_next_done(inbox.multi, &code) {
            end(transfer.pointee.slot, transfer.pointee.outcome(code))
        }
    }

    /// Remembers the outcome for its caller and empties the slot; the handle has left the multi handle.
    private mutating func end(_ slot: Int, _ outcome: Exchange.Outcome) {
        let transfer = slots[slot].transfer
        connections.add(lk_transfer_connects(transfer))
        if let occupant = slots[slot].occupant {
            occupant.exchange.stage.withLock { $0 = .ended }
            ready.append((occupant.waiter, outcome))
        }
        slots[slot].occupant = nil
        lk_transfer_clear(transfer)
        free.append(slot)
    }

    private mutating func handOut() {
        guard !ready.isEmpty else { return }
        inbox.finished(ready.count)
        for (waiter, outcome) in ready { waiter.resume(returning: outcome) }
        ready.removeAll(keepingCapacity: true)
    }

    private mutating func vacantSlot() -> Int? {
        if let slot = free.popLast() { return slot }
        guard let transfer = lk_transfer_make(slots.count) else { return nil }
        slots.append(Slot(transfer: transfer))
        return slots.count - 1
    }
}
