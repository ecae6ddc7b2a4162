extension AuditVerification.Finding {
    /// What the finding means for the whole log, in one clause.
    public var consequence: String {
        switch self {
        case .trigger: "rows of the audit log may be lost as they are written, which nothing would show"
        case .recordUnreadable, .recordMissing: "the recorded end of the audit log is lost"
        case _: "the audit log does not continue the end that is recorded in the key folder, which stays"
        }
    }

    /// What the administrator does about the finding at the end of the log.
    public var remedy: String {
        switch self {
        case .trigger:
            "remove it with DROP TRIGGER, DROP RULE or ALTER TABLE … DISABLE ROW LEVEL SECURITY, then run audit verify"
        case .recordUnreadable, .recordMissing: "run audit verify, and audit accept-end once nothing is missing"
        case _: "run audit verify, and audit accept-end if the database was restored"
        }
    }
}
