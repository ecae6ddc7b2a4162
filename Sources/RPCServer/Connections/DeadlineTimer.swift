import NIOCore

/// One timer for a connection whose deadline moves with every request.
///
/// Moving the deadline to a later time costs nothing: the scheduled task stays, and compares the deadline with the
/// clock when it runs.
struct DeadlineTimer {
    private var deadline = NIODeadline.distantFuture
    private var task: Scheduled<Void>?
    private var taskDeadline = NIODeadline.distantFuture

    /// Sets the deadline.
    ///
    /// - Returns: true if no task will run in time, so that one must be scheduled.
    mutating func start(after time: TimeAmount) -> Bool {
        deadline = .now() + time
        return task == nil || deadline < taskDeadline
    }

    /// Schedules a task for the deadline, in place of the present one.
    mutating func schedule(on loop: any EventLoop, _ fire: @escaping @Sendable () -> Void) {
        task?.cancel()
        taskDeadline = deadline
        task = loop.scheduleTask(deadline: deadline, fire)
    }

    /// Notes that the task has run.
    ///
    /// - Returns: true if the deadline has passed; otherwise a task must be scheduled again.
    mutating func fired() -> Bool {
        task = nil
        return .now() >= deadline
    }

    mutating func cancel() { task?.cancel() }
}
