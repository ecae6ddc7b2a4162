/// The slot that a call occupies while a server works on it; a server limits how many slots are in use.
///
/// A call that waits for an event gives its slot back meanwhile, so that waiting calls do not keep others out.
public protocol InFlightSlot: Sendable {
    /// Gives the slot back while the call waits.
    ///
    /// - Parameter wake: ends the wait; called at most once, when the client disconnects or closes its sending side. If
    ///   that has already happened, or the server has already begun to drain, it is called at once, possibly before
    ///   `suspend` returns.
    func suspend(_ wake: @escaping @Sendable () -> Void)

    /// Takes a slot again. The call goes on at once, even if all slots are in use.
    func reclaim()
}

extension RequestContext {
    /// Performs a wait without occupying the call's slot.
    ///
    /// - Parameters:
    ///   - wake: ends the wait early; called as `InFlightSlot.suspend` says.
    ///   - wait: the wait itself.
    public func waiting(wake: @escaping @Sendable () -> Void, _ wait: () async -> Void) async {
        slot?.suspend(wake)
        await wait()
        slot?.reclaim()
    }
}
