#if Postgres
import Glibc

/// A counting semaphore, by which the simulation and the threads of its transactions hand each other their turns.
final class Semaphore: @unchecked Sendable {  // a `sem_t` may be used from several threads
    private let raw: UnsafeMutablePointer<sem_t>

    init() {
        raw = .allocate(capacity: 1)
        sem_init(raw, 0, 0)
    }

    deinit {
        sem_destroy(raw)
        raw.deallocate()
    }

    func signal() { sem_post(raw) }

    func wait() { while sem_wait(raw) != 0 {} }

    /// Waits for at most some microseconds of real time. Returns false if there was no signal.
    func wait(microseconds: Int) -> Bool {
        if sem_trywait(raw) == 0 { return true }
        guard microseconds > 0 else { return false }
        var limit = timespec()
        clock_gettime(CLOCK_REALTIME, &limit)
        limit.tv_nsec += microseconds * 1000
        limit.tv_sec += limit.tv_nsec / 1_000_000_000
        limit.tv_nsec %= 1_000_000_000
        while sem_timedwait(raw, &limit) != 0 { if errno == ETIMEDOUT { return false } }
        return true
    }
}
#endif
