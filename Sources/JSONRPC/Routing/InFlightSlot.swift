/// The slot that a call occupies while a server works on it; a server limits how many slots are in use.
///
/// A call that waits for an event gives its slot back meanwhile, so that waiting calls do not keep others out.
public protocol InFlightSlot: Sendable {
    /// Gives the slot back while the call waits.
    ///
    /// - Parameter wake: called at most once, when the caller has disconnected; it may be called before this returns.
    func suspend(_ wake: @escaping @Sendable () -> Void)

    /// Takes the slot again, without waiting for a free one: the call goes on at once.
    func reclaim()
}

extension RequestContext {
    /// Performs a wait without occupying the call's slot.
    ///
    /// - Parameters:
    ///   - wake: ends the wait early; called when the caller has disconnected.
    ///   - wait: the wait itself.
    public func waiting(wake: @escaping @Sendable () -> Void, _ wait: () async -> Void) async {
        slot?.suspend(wake)
        await wait()
        slot?.reclaim()
    }
}
