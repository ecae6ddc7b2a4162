/// Sees every call a router answers: what feeds metrics, the call log and the ledger of faults.
public struct CallObserver: Sendable {
    /// One answered call.
    public struct Record: Sendable {
        /// The method's name, or "unknown": never the caller's own words.
        public let method: String
        /// The fault's name, nil after a success.
        public let fault: String?
        /// The steady clock's nanoseconds when the call was taken up and when it was answered.
        public let began: UInt64, ended: UInt64
        /// The request's trace id.
        public let traceID: String
    }

    let now: @Sendable () -> UInt64
    let saw: @Sendable (Record) -> Void
    let failed: @Sendable (_ method: String, _ traceID: String, _ error: any Error) -> Void

    /// - Parameters:
    ///   - now: the steady clock in nanoseconds; asked twice a call.
    ///   - saw: called after each answer, on the answering thread; must not block.
    ///   - failed: called with an error that is not a `Fault`, which the caller learns only as `internal`.
    public init(
        now: @escaping @Sendable () -> UInt64, saw: @escaping @Sendable (Record) -> Void,
        failed: @escaping @Sendable (String, String, any Error) -> Void = { _, _, _ in }
    ) {
        self.now = now
        self.saw = saw
        self.failed = failed
    }

    /// Sees nothing.
    public static let none = CallObserver(now: { 0 }, saw: { _ in })
}
