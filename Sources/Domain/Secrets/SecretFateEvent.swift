/// An event that may decide the fate of the secrets on a device (secrets-logic document, situations 1-4).
public enum SecretFateEvent: CaseIterable, Hashable, Sendable {
    /// The server refused or did not answer a call.
    case refused(SyncRefusal)
    case loggedOutHere(SecretChoice)
    case loggedOutEverywhere(SecretChoice)
    case accountDeletedHere(SecretChoice)
    /// This device had asked to log out or to delete the account, the answer was lost, and a later call got
    /// `accountDeleted` or `sessionRevoked`.
    case ownRequestRepeated(SecretChoice)
    /// This device got `accountDeleted` without having asked to log out or to delete the account.
    case accountDeletedElsewhere

    public static var allCases: [SecretFateEvent] {
        SyncRefusal.allCases.map(SecretFateEvent.refused)
            + SecretChoice.allCases.flatMap { choice in
                [
                    .loggedOutHere(choice), .loggedOutEverywhere(choice), .accountDeletedHere(choice),
                    .ownRequestRepeated(choice),
                ]
            }
            + [.accountDeletedElsewhere]
    }
}
