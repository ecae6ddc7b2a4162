import FaultInjection

/// The fifteen rows of the user-states document: the ``Standing`` for each login status and approval status.
public enum UserStanding {
    /// The standing for a pair of statuses; nil for the one impossible pair, because a request for a new PIN sets an
    /// approval back to waiting. Nil as well for a row that `LATCHKEY_DROP_ROW=UserStanding/LOGIN/APPROVAL` names.
    public static func of(_ login: LoginStatus, _ approval: ApprovalStatus) -> Standing? {
        if DroppedRow.any,
            DroppedRow.includes(machine: "UserStanding", state: login.rawValue, event: approval.rawValue)
        {
            return nil
        }
        return table(login, approval)
    }

    // swift-format-ignore
    private static func table(_ login: LoginStatus, _ approval: ApprovalStatus) -> Standing? {
        switch (login, approval) {
        //                                                   sync  add  token notification          opens on       lock
        case (.otpRequested, .waitingForApproval):         row(no,  yes, no,  .pendingVerification, .home,         yes)
        case (.otpRequested, .approvedForSyncing):         row(no,  yes, no,  .pendingVerification, .home,         yes)
        case (.otpRequested, .disapprovedForSyncing):      row(no,  yes, no,  .pendingVerification, .home,         yes)
        case (.loggedIn, .waitingForApproval):             row(no,  yes, yes, .waitingForApproval,  .home,         yes)
        case (.loggedIn, .approvedForSyncing):             row(yes, yes, yes, .none,                .home,         yes)
        case (.loggedIn, .disapprovedForSyncing):          row(no,  yes, yes, .none,                .home,         yes)
        case (.resettingPIN, .waitingForApproval):         row(no,  no,  yes, .notApplicable,       .createNewPIN, no)
        case (.resettingPIN, .approvedForSyncing):         row(yes, no,  yes, .notApplicable,       .createNewPIN, no)
        case (.resettingPIN, .disapprovedForSyncing):      row(no,  no,  yes, .notApplicable,       .createNewPIN, no)
        case (.resetPINRequested, .waitingForApproval):    row(no,  yes, yes, .waitingForApproval,  .home,         yes)
        case (.resetPINRequested, .approvedForSyncing):    nil
        case (.resetPINRequested, .disapprovedForSyncing): row(no,  yes, yes, .none,                .home,         yes)
        case (.unauthorized, .disapprovedForSyncing):      row(no,  yes, yes, .none,                .home,         yes)
        case (.unauthorized, .waitingForApproval):         row(no,  yes, yes, .none,                .home,         yes)
        case (.unauthorized, .approvedForSyncing):         row(no,  yes, yes, .none,                .home,         yes)
        }
    }

    private static let yes = true
    private static let no = false

    private static func row(
        _ canSync: Bool, _ canAdd: Bool, _ tokenPresent: Bool, _ notification: HomeNotification,
        _ firstScreen: FirstScreen, _ lockScreen: Bool
    ) -> Standing {
        Standing(
            canSync: canSync, canAdd: canAdd, tokenPresent: tokenPresent, notification: notification,
            firstScreen: firstScreen, lockScreen: lockScreen)
    }
}
