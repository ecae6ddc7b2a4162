public import Audit
public import Logging
public import Primitives

/// The audit log in a process of a service: chains the rows that transactions have written, records the end of the log
/// outside the database, deletes rows by age, and answers the administrator.
public struct AuditKeeper: Sendable {
    /// The time for which a row may wait for its number; one that waits longer is reported. Rows are
    /// numbered every second, and later while another instance takes over the work.
    static let longestWait = Duration.seconds(60)

    public let auditLog: AuditLog
    let recordedHead: RecordedHead?
    let retention: Duration
    let now: @Sendable () -> Instant
    let log: Logger
    let metrics = AuditMetrics()
    let reports = AuditReports()

    /// - Parameters:
    ///   - recordedHead: the place outside the database in which the end of the log is recorded; nil records it nowhere.
    ///   - retention: the time for which rows are kept.
    ///   - now: the time at which rows are written, and by which their age is judged in ``state()``.
    public init(
        of auditLog: AuditLog, recordedHead: RecordedHead?, retention: Duration, log: Logger,
        now: @escaping @Sendable () -> Instant
    ) {
        self.auditLog = auditLog
        self.recordedHead = recordedHead
        self.retention = retention
        self.log = log
        self.now = now
    }

    /// Gives every committed row its number and its chain hash.
    ///
    /// - Parameter waiting: true waits for an instance that is chaining now; false leaves the work to that instance.
    public func chain(waiting: Bool = false) async throws {
        while try await auditLog.chainRows(waiting: waiting) > 0 {}
    }
}
