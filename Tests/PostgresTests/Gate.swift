#if Postgres
import Glibc

/// Holds one transaction where it stands, so that a test needs no luck with time.
final class Gate: Sendable {
    private let hasArrived = Mutexed(false), isOpen = Mutexed(false)

    /// Called by the transaction: says that it is there, and stays until the gate opens.
    func arrive() {
        hasArrived.change { $0 = true }
        while !isOpen.value { usleep(5_000) }
    }

    /// Waits until the transaction is there.
    func waitForArrival() {
        while !hasArrived.value { usleep(5_000) }
    }

    /// Lets it go on.
    func open() { isOpen.change { $0 = true } }
}
#endif
