/// What becomes of profile and secrets when something ends or interrupts a session (seed 001, situations 1-4).
public struct SecretFate: Hashable, Sendable {
    /// Of login, token and userId.
    public let profile: ProfileFate
    /// Of secrets the server has a copy of; a queued delete goes with its row.
    public let synchronised: SynchronisedFate
    /// Of secrets never sent, or with unsent edits.
    public let unsynchronised: UnsynchronisedFate
    /// The seed's situation; nil where the seed has none and we decided.
    public let situation: Int?

    // swift-format-ignore
    /// The table. Only what auth has recorded, or the person chose, deletes anything.
    public static func of(_ event: SecretEvent) -> SecretFate {
        switch event {
        //                                                       profile          synchronised      situation
        case .refused(.sessionRevoked), .refused(.deviceRevoked),
             .refused(.refreshReused), .refused(.pinReset):       row(.deleted,        .deleted,         1)
        case .refused(.loggedInElsewhere),
             .refused(.movedFacilityGroup):                       row(.keptSyncOff,    .kept,            nil)
        case .refused(.loginRequired), .refused(.sessionExpired): row(.keptLoginAgain, .kept,            nil)
        case .refused(.blocked), .refused(.locked),
             .refused(.waitingForApproval),
             .refused(.disapprovedForSyncing),
             .refused(.secondFactorRequired),
             .refused(.pinRequired), .refused(.otherFault):       row(.kept,           .kept,            nil)
        case .refused(.foreign401), .refused(.networkError),
             .refused(.serverError), .refused(.unavailable):      row(.kept,           .kept,            nil)
        case .refused(.tokenExpired):                             row(.keptRefresh,    .kept,            nil)
        case .loggedOutHere(.keep):                               row(.deleted,        .becomeLocal,     2)
        case .loggedOutHere(.delete):                             row(.deleted,        .deleted,         2)
        case .loggedOutEverywhere(.keep):                         row(.deleted,        .becomeLocal,     3)
        case .loggedOutEverywhere(.delete):                       row(.deleted,        .deleted,         3)
        case .accountDeletedHere(.keep):                          row(.deleted,        .becomeLocal,     4)
        case .accountDeletedHere(.delete):                        row(.deleted,        .deleted,         4)
        case .ownRequestRepeated(.keep):                          row(.deleted,        .becomeLocal,     nil)
        case .ownRequestRepeated(.delete):                        row(.deleted,        .deleted,         nil)
        case .accountDeletedElsewhere:                            row(.deleted,        .heldUntilChosen, nil)
        }
    }

    private static func row(_ profile: ProfileFate, _ synchronised: SynchronisedFate, _ situation: Int?) -> SecretFate {
        SecretFate(profile: profile, synchronised: synchronised, unsynchronised: .kept, situation: situation)
    }
}
