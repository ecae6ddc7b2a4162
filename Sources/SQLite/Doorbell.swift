import Glibc

/// Wakes one thread that waits for work; a ring before it waits is not lost.
final class Doorbell: @unchecked Sendable {  // sem_t is made for several threads and stays at one address
    private let semaphore: UnsafeMutablePointer<sem_t>

    /// A bell nobody has rung yet.
    init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Lets the waiting thread, or the next one to wait, go on.
    func ring() { sem_post(semaphore) }

    /// Waits for a ring.
    func wait() {
        while sem_wait(semaphore) != 0 {}  // interrupted by a signal: wait on
    }
}
