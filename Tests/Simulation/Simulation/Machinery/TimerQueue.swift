/// Closures that run at virtual times: a binary heap ordered by time, then by the order in which they were added.
struct TimerQueue: Sendable {
    struct Timer: Sendable {
        let time: UInt64
        let number: Int
        let closure: @Sendable () -> Void
    }

    private var heap: [Timer] = []
    private var removed: Set<Int> = []
    private var live: [Int: @Sendable () -> Void] = [:]
    private var nextNumber = 0

    mutating func add(at time: UInt64, _ closure: @escaping @Sendable () -> Void) -> Int {
        nextNumber += 1
        live[nextNumber] = closure
        heap.append(Timer(time: time, number: nextNumber, closure: closure))
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
        return nextNumber
    }

    /// Removes a timer that has not run yet and returns its closure.
    mutating func remove(_ number: Int) -> (@Sendable () -> Void)? {
        guard let closure = live.removeValue(forKey: number) else { return nil }
        removed.insert(number)
        return closure
    }

    mutating func popFirst() -> Timer? {
        while let first = popHeap() {
            if removed.remove(first.number) != nil { continue }
            live[first.number] = nil
            return first
        }
        return nil
    }

    private mutating func popHeap() -> Timer? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { break }
            let right = left + 1
            let child = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return first
    }
}

extension TimerQueue.Timer {
    fileprivate func isBefore(_ other: Self) -> Bool { (time, number) < (other.time, other.number) }
}
