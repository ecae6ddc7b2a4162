import StrictJSON

/// Which requests may be sent a second time when the first may have arrived.
struct Repeating: Sendable {
    /// Methods that change nothing.
    let reads: Set<String>

    /// Whether a repetition does no harm: a read, or a request whose `requestId` makes the peer answer it only once.
    /// Looked at after a failure only, so the body is read again and nothing is carried along for it.
    func isHarmless(_ body: [UInt8]) -> Bool {
        guard case .object(let request)? = try? JSON(parsing: body) else { return false }
        if case .string(let method)? = request["method"], reads.contains(method) { return true }
        guard case .object(let params)? = request["params"], case .string? = params["requestId"] else { return false }
        return true
    }
}
