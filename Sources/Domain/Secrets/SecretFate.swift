/// The fate of profile and secrets when an event ends or interrupts a session (secrets-logic document, situations 1-4).
public struct SecretFate: Hashable, Sendable {
    public let profile: ProfileFate
    /// For secrets the server has a copy of.
    public let synchronised: SynchronisedFate
    /// For secrets that were never sent or have unsent edits.
    public let unsynchronised: UnsynchronisedFate
    /// For deletions that were not sent.
    public let unsentDeletion: UnsentDeletionFate
    /// The situation of the document; nil for an event that is in none of its situations.
    public let situation: Int?

    // swift-format-ignore
    /// The fate on an event. Only what auth has on record (an end, a replaced TokenSecret, a deleted account) or a
    /// person's choice deletes anything.
    public static func of(_ event: SecretFateEvent) -> SecretFate {
        switch event {
        //                                                       profile          synchronised      unsent deletion      situation
        case .refused(.sessionRevoked), .refused(.deviceRevoked),
             .refused(.refreshReused), .refused(.pinReset):       row(.deleted,        .deleted,         .keptWithoutContent, 1)
        case .refused(.loggedInElsewhere),
             .refused(.movedFacilityGroup):                       row(.keptSyncOff,    .kept,            .kept,               nil)
        case .refused(.loginRequired), .refused(.sessionExpired): row(.keptLoginAgain, .kept,            .kept,               nil)
        case .refused(.blocked), .refused(.locked),
             .refused(.waitingForApproval),
             .refused(.disapprovedForSyncing),
             .refused(.secondFactorRequired),
             .refused(.pinRequired), .refused(.otherFault):       row(.kept,           .kept,            .kept,               nil)
        case .refused(.foreign401), .refused(.networkError),
             .refused(.serverError), .refused(.unavailable):      row(.kept,           .kept,            .kept,               nil)
        case .refused(.tokenExpired):                             row(.keptRefresh,    .kept,            .kept,               nil)
        case .loggedOutHere(.keep):                               row(.deleted,        .becomeLocal,     .keptWithoutContent, 2)
        case .loggedOutHere(.delete):                             row(.deleted,        .deleted,         .keptWithoutContent, 2)
        case .loggedOutEverywhere(.keep):                         row(.deleted,        .becomeLocal,     .keptWithoutContent, 3)
        case .loggedOutEverywhere(.delete):                       row(.deleted,        .deleted,         .keptWithoutContent, 3)
        case .accountDeletedHere(.keep):                          row(.deleted,        .becomeLocal,     .dropped,            4)
        case .accountDeletedHere(.delete):                        row(.deleted,        .deleted,         .dropped,            4)
        case .ownRequestTookEffect(.keep):                        row(.deleted,        .becomeLocal,     .keptWithoutContent, nil)
        case .ownRequestTookEffect(.delete):                      row(.deleted,        .deleted,         .keptWithoutContent, nil)
        case .accountDeletedElsewhere:                            row(.deleted,        .heldUntilChosen, .dropped,            nil)
        }
    }

    private static func row(
        _ profile: ProfileFate, _ synchronised: SynchronisedFate, _ unsentDeletion: UnsentDeletionFate,
        _ situation: Int?
    ) -> SecretFate {
        SecretFate(
            profile: profile, synchronised: synchronised, unsynchronised: .kept, unsentDeletion: unsentDeletion,
            situation: situation)
    }
}
