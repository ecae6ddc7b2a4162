public import Audit
import Logging
import Primitives

extension AuditKeeper {
    /// Compares the log with the head that this instance has recorded.
    ///
    /// The record is read first: the log that is read afterwards reaches at least as far. A record that cannot be read, or
    /// that was removed while this process ran, counts as a contradiction, because without it nothing shows that the log is
    /// complete.
    /// - Returns: the recorded head; and the relation of the log to it, which is nil before the first head is recorded.
    func compareEnd() async throws -> (recorded: AuditHead?, continuation: AuditContinuation?) {
        let recorded: AuditHead?
        do { recorded = try recordedHead?.read() } catch {
            reports.noteRecord()
            return (nil, .contradicted(.recordUnreadable))
        }
        if recorded != nil { reports.noteRecord() }
        if let trigger = try await auditLog.trigger() { return (recorded, .contradicted(trigger)) }
        guard let recorded else { return (nil, reports.hasSeenRecord ? .contradicted(.recordMissing) : nil) }
        return (recorded, try await auditLog.continuation(of: recorded))
    }

    /// Records the end of the log outside the database, and in the service's log, if the rows that follow the recorded end
    /// are what the service has written. Otherwise the recorded end stays, because it is the evidence; this is reported as
    /// a metric and, the first time, in the service's log.
    public func recordEnd() async throws {
        let head = try await auditLog.head()
        if let head { metrics.reportRows(head.number) }
        try await reportUnchained()
        guard let recordedHead else { return }
        while true {
            let (recorded, continuation) = try await compareEnd()
            switch continuation {
            case .verified(let end):
                noteEnd(recorded, contradiction: nil)
                if end == recorded { return }
                try record(end, in: recordedHead)
            case .contradicted(let problem):
                return noteEnd(recorded, contradiction: problem)
            case nil:
                if let head { try record(head, in: recordedHead) }
                return
            }
        }
    }

    /// Reports for how long the oldest row without a number waits, as a metric and, the first time, in the service's log.
    private func reportUnchained() async throws {
        let age = try await auditLog.oldestUnchained().map { now() - $0 } ?? .zero
        metrics.reportUnchained(for: age)
        let isLong = age > Self.longestWait
        guard reports.note(.chaining, isWrong: isLong) else { return }
        if isLong {
            log.error(
                "rows of the audit log wait for their numbers: is another transaction holding the row of audit_chain?")
        } else {
            log.notice("no row of the audit log waits for its number any more")
        }
    }

    /// Records the present end of the log as the one that has to be continued from now on, and writes a row about it
    /// first.
    ///
    /// - Returns: the end that was recorded before; nil if none was or it cannot be read, or if nothing outside the
    ///   database is recorded.
    @discardableResult
    func accept(_ head: AuditHead) async throws -> AuditHead? {
        guard let recordedHead else { return nil }
        let former = try? recordedHead.read()
        // The row is committed first, so a place that cannot be written has to be found before.
        try recordedHead.checkWritable()
        try await auditLog.recordAcceptedEnd(at: now())
        try recordedHead.replace(head)
        return former
    }

    /// Accepts the end of the log of a database that was restored, unless the log continues the recorded end.
    ///
    /// - Returns: the end that was recorded and the one that is; nil if the log continues the recorded end.
    public func acceptRestoredEnd() async throws -> (former: AuditHead, present: AuditHead)? {
        // The copy may be older than the audit log.
        try await auditLog.open()
        try await chain(waiting: true)
        guard let former = try recordedHead?.read(), let present = try await auditLog.head(),
            case .contradicted = try await auditLog.continuation(of: former)
        else { return nil }
        try await accept(present)
        return (former, present)
    }

    private func record(_ end: AuditHead, in recordedHead: RecordedHead) throws {
        try recordedHead.advance(end)
        if reports.isGrowthDue(at: now()) { log.notice("the audit log has grown", metadata: ["head": "\(end)"]) }
    }

    private func noteEnd(_ recorded: AuditHead?, contradiction: AuditVerification.Finding?) {
        metrics.reportEnd(isContradicted: contradiction != nil)
        guard reports.note(.end, isWrong: contradiction != nil) else { return }
        let recorded = recorded?.description ?? "nothing that can be read"
        if let contradiction {
            log.error(
                "\(contradiction.consequence): \(contradiction.remedy)",
                metadata: ["recorded": "\(recorded)", "found": "\(contradiction)"])
        } else {
            log.notice("the audit log continues the recorded end again", metadata: ["recorded": "\(recorded)"])
        }
    }
}
