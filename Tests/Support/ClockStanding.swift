import Synchronization

/// Whether the host's clock is believed, as a test sets it.
public final class ClockStanding: Sendable {
    private let state = Atomic(true)

    public init() {}

    public var isBelieved: Bool {
        get { state.load(ordering: .relaxed) }
        set { state.store(newValue, ordering: .relaxed) }
    }
}
