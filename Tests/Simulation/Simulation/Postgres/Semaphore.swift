#if Postgres
import Glibc
import Primitives

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

    /// Waits for at most some milliseconds of real time. Returns false if there was no signal.
    func wait(milliseconds: Int) -> Bool {
        if sem_trywait(raw) == 0 { return true }
        guard milliseconds > 0 else { return false }
        let end = Int(WallClock.system.now.ms) + milliseconds + 1
        var limit = timespec(tv_sec: end / 1000, tv_nsec: end % 1000 * 1_000_000)
        while sem_timedwait(raw, &limit) != 0 { if errno == ETIMEDOUT { return false } }
        return true
    }
}
#endif
