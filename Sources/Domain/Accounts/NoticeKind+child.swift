extension NoticeKind {
    /// True for what happened to a child or to its access. Notices of these kinds, to parents and to the child, are kept apart
    /// from those about the devices, the secrets and the number of the account itself.
    public var isAboutChild: Bool {
        switch self {
        case .childDeviceBound, .childAccessLocked, .childAccessUnlocked, .childPINForgotten, .childAccessReset,
            .childAccessRevoked, .childDeleted, .parentAdded, .parentRemoved:
            true
        case .deviceWaiting, .readmissionScheduled, .admissionScheduled, .deviceAdmitted, .deviceRemoved,
            .deviceSuspended, .suspensionCancelled, .suspensionCompleted, .recoveryCodesMade, .recoveryCodesWithdrawn,
            .pinMade, .pinWithdrawn, .pinChanged, .pinResetRequested, .pinResetCancelled, .pinReset,
            .newDevicePINsWrong, .secondFactorMade, .secondFactorRemoved, .newAccountRequested, .numberTaken,
            .phoneChanged, .phoneChangeUndone, .groupMoved, .deletionCodeRequested:
            false
        }
    }
}
