import StrictJSON

/// The rule for requests that may have reached the peer: which of them may be sent a second time.
struct RetryRule: Sendable {
    /// The names of methods without effects.
    let reads: Set<String>

    /// True for a method without effects, and for a request whose `requestId` makes the peer perform it only once.
    ///
    /// The body is parsed again here. This happens only after a failure, so a successful call costs nothing more.
    func isSafeToRepeat(_ body: [UInt8]) -> Bool {
        guard case .object(let request)? = try? JSON(parsing: body) else { return false }
        if case .string(let method)? = request["method"], reads.contains(method) { return true }
        guard case .object(let params)? = request["params"], case .string? = params["requestId"] else { return false }
        return true
    }
}
