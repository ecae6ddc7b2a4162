#if Postgres
import Support

/// Holds one transaction where it stands, so that a test needs no luck with time.
final class Gate: Sendable {
    private let hasArrived = Latch(), isOpen = Latch()

    /// Called by the transaction: says that it is there, and stays until the gate opens.
    func arrive() {
        hasArrived.open()
        isOpen.hold()
    }

    /// Waits until the transaction is there.
    func waitForArrival() async { await hasArrived.wait() }

    /// Lets it go on.
    func open() { isOpen.open() }
}
#endif
