/// The kinds of rows in the audit log. The detail of a row says more. It is a constant of the program, the id of a key with its
/// state, or the name of a backend that the administrator has set; never text from a client.
///
/// Raw values are stored in the table `audit`, are part of what its rows authenticate, and are words of the wire.
public enum AuditKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// A session was opened at a level, or raised to one. The detail is the level.
    case session
    /// A session was ended. The detail is the reason.
    case sessionEnd
    /// Every token of an account that was issued before is void.
    case tokenSecret
    /// An attempt at a code or a secret was counted, before what was entered was compared. If no row of the kind
    /// `accepted` follows, the attempt was wrong. The detail is the kind of secret.
    case attempt
    /// An attempt was right, and was used up. The detail is the kind of secret.
    case accepted
    /// An account was blocked, or a device key has to wait before its next attempt.
    case lock
    /// A person's approval for syncing was set. The detail is the approval.
    case approval
    /// A device was admitted, removed or suspended.
    case device
    /// A PIN, a second factor or recovery codes were made, changed, requested or withdrawn.
    case credential
    /// An account was registered, or its number was changed.
    case account
    /// An account was deleted.
    case deletion
    /// An operator or the administrator decided. The detail is the kind of the decision.
    case decision
    /// A key of the service was published, activated or retired, or the renewal of data keys was ordered.
    case key
    /// The database began a generation, after a restore or a fail-over.
    case generation
    /// The oldest rows of the audit log were deleted, because their time had passed.
    case expiry
    /// A device has read secrets. The count is that of the secrets.
    case secretRead
    /// The vault of an account was erased.
    case purge
}

extension AuditKind {
    /// The kind under which what a notice reports is recorded; nil for what other rows of the same transaction record.
    public init?(_ notice: NoticeKind) {
        switch notice {
        case .deviceWaiting, .childDeleted: return nil
        case .readmissionScheduled, .admissionScheduled, .deviceAdmitted, .deviceRemoved, .deviceSuspended,
            .suspensionCancelled,
            .suspensionCompleted, .childDeviceBound, .childAccessRevoked, .childAccessReset:
            self = .device
        case .recoveryCodesMade, .recoveryCodesWithdrawn, .pinMade, .pinWithdrawn, .pinChanged, .pinResetRequested,
            .pinResetCancelled, .pinReset, .secondFactorMade, .secondFactorRemoved, .childPINForgotten:
            self = .credential
        case .newDevicePINsWrong, .childAccessLocked, .childAccessUnlocked: self = .lock
        case .newAccountRequested, .numberTaken, .phoneChanged, .phoneChangeUndone, .deletionCodeRequested,
            .groupMoved, .parentAdded, .parentRemoved:
            self = .account
        }
    }
}
