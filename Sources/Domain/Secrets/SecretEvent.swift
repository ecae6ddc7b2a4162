/// An event that may decide the fate of the secrets on a device (secrets-logic document, situations 1-4).
public enum SecretEvent: CaseIterable, Hashable, Sendable {
    /// The server refused or did not answer a call.
    case refused(SyncRefusal)
    case loggedOutHere(SecretChoice)
    case loggedOutEverywhere(SecretChoice)
    case accountDeletedHere(SecretChoice)
    /// `accountDeleted` or `sessionRevoked` answers this device's own request, which it repeats because the answer was lost.
    case ownRequestRepeated(SecretChoice)
    /// `accountDeleted` answers this device, and another device made the request.
    case accountDeletedElsewhere

    public static var allCases: [SecretEvent] {
        SyncRefusal.allCases.map(SecretEvent.refused)
            + SecretChoice.allCases.flatMap { choice in
                [
                    .loggedOutHere(choice), .loggedOutEverywhere(choice), .accountDeletedHere(choice),
                    .ownRequestRepeated(choice),
                ]
            }
            + [.accountDeletedElsewhere]
    }
}
