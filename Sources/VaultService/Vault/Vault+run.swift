extension Vault {
    /// Does what no caller waits for, until the task is cancelled: follows the revocation feed and keeps auth's keys.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await follower.run() }
            group.addTask { await gate.keys.run() }
        }
    }

    /// Polls the revocation feed once: for tests, and for a start that wants to be ready at its first call.
    public func followOnce() async throws { try await follower.step() }

    /// How long ago the last answered poll of the feed was sent; nil before the first. Above 1.5 s the lease is out.
    public var leaseAge: Duration? { gate.lease.age }

    /// Answers every waiting pull at once, and lets no later one wait: the service is draining.
    public func stopWaiting() { changes.close() }
}
