import ServiceLifecycle

/// Listening addresses as part of the service's life: opened at start, drained together at the end.
struct Doors: Service {
    let doors: [Door]

    /// Waits for the end, then answers what is in flight and closes.
    func run() async throws {
        try? await gracefulShutdown()
        await withDiscardingTaskGroup { group in
            for door in doors { group.addTask { await door.drain() } }
        }
    }
}
