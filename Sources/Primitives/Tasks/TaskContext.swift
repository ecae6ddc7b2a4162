/// The executor of unstructured tasks, and the way in which tasks sleep.
///
/// Child tasks inherit the executor of their parent, but unstructured tasks do not, and `Task.sleep` always waits for real
/// time. Therefore `Task.inContext` starts every unstructured task of this project, and `Task.pause` makes every pause.
/// The deterministic simulator provides another context, in which one thread runs all tasks in a seeded order and
/// time is virtual.
///
/// The context is a task-local value, because every task inherits it from the task that started it. A parameter that
/// one part of the code did not pass on would let that part leave the simulation unnoticed.
public struct TaskContext: Sendable {
    /// The executor of unstructured tasks; nil for the default one.
    let executor: (any TaskExecutor)?
    /// Sleeps, and throws `CancellationError` as soon as the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    /// The context of the current task.
    @TaskLocal public static var current = TaskContext(executor: nil) { try await Task.sleep(for: $0) }

    public init(executor: (any TaskExecutor)?, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.executor = executor
        self.sleep = sleep
    }
}

extension Task where Success == Never, Failure == Never {
    /// Sleeps in the current ``TaskContext``. Throws `CancellationError` as soon as the task is cancelled.
    public static func pause(for duration: Duration) async throws {
        try await TaskContext.current.sleep(duration)
    }
}

extension Task where Failure == Never {
    /// Starts an unstructured task in the current ``TaskContext``.
    @discardableResult
    public static func inContext(_ operation: @escaping @Sendable () async -> Success) -> Task {
        Task(executorPreference: TaskContext.current.executor, operation: operation)
    }
}

extension Task where Failure == any Error {
    /// Starts an unstructured task that may throw in the current ``TaskContext``.
    @discardableResult
    public static func inContext(_ operation: @escaping @Sendable () async throws -> Success) -> Task {
        Task(executorPreference: TaskContext.current.executor, operation: operation)
    }
}
