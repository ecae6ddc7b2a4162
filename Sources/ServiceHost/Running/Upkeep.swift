public import ServiceLifecycle

/// Work that goes on beside requests until the service ends.
public struct Upkeep: Service {
    private let work: @Sendable () async -> Void

    /// Wraps a loop that ends when it is cancelled.
    public init(_ work: @escaping @Sendable () async -> Void) { self.work = work }

    /// Runs the loop until the service ends.
    public func run() async throws { await cancelWhenGracefulShutdown(work) }
}
