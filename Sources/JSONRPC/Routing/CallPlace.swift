/// A call's place among those that a server works on at once. A call that waits for something to happen gives it up
/// meanwhile, so that any number of waiting callers keeps nobody else out.
public protocol CallPlace: Sendable {
    /// The call begins to wait.
    ///
    /// - Parameter wake: called, at most once, when nobody will hear the answer any more; it may be called at once.
    func giveUp(_ wake: @escaping @Sendable () -> Void)

    /// The call goes on.
    func takeBack()
}

extension RequestContext {
    /// Waits without holding a place.
    ///
    /// - Parameters:
    ///   - wake: ends the wait early; called when the caller has gone.
    ///   - wait: the wait itself.
    public func waiting(wake: @escaping @Sendable () -> Void, _ wait: () async -> Void) async {
        place?.giveUp(wake)
        await wait()
        place?.takeBack()
    }
}
