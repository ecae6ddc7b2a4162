/// An event that may decide the fate of the secrets on a device (secrets-logic document, situations 1-4).
public enum SecretFateEvent: CaseIterable, Hashable, Sendable {
    /// The server refused or did not answer a call.
    case refused(SyncRefusal)
    case loggedOutHere(SecretChoice)
    case loggedOutEverywhere(SecretChoice)
    case accountDeletedHere(SecretChoice)
    /// This device repeated its own logout or deletion because the answer was lost, and got `accountDeleted` or
    /// `sessionRevoked`.
    case ownRequestRepeated(SecretChoice)
    /// This device got `accountDeleted`, and another device had requested the deletion.
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
