/// An event that may decide the fate of the secrets on a device (secrets-logic document, situations 1-4).
public enum SecretFateEvent: CaseIterable, Hashable, Sendable {
    /// The server refused or did not answer a call.
    case refused(SyncRefusal)
    case loggedOutHere(SecretChoice)
    case loggedOutEverywhere(SecretChoice)
    case accountDeletedHere(SecretChoice)
    /// This device had asked to log out or to delete the account, the answer was lost, and a later call got
    /// `accountDeleted` or `sessionRevoked`.
    case ownRequestTookEffect(SecretChoice)
    /// This device got `accountDeleted`, and had not asked to delete the account. A logout counts as such a request only
    /// while the app waits for its answer.
    case accountDeletedElsewhere

    public static var allCases: [SecretFateEvent] {
        SyncRefusal.allCases.map(SecretFateEvent.refused)
            + SecretChoice.allCases.flatMap { choice in
                [
                    .loggedOutHere(choice), .loggedOutEverywhere(choice), .accountDeletedHere(choice),
                    .ownRequestTookEffect(choice),
                ]
            }
            + [.accountDeletedElsewhere]
    }
}
