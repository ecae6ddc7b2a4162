/// Something that may decide what becomes of the secrets on a device (seed 001, situations 1-4).
public enum SecretEvent: CaseIterable, Hashable, Sendable {
    /// A call was refused or not answered.
    case refused(SyncRefusal)
    /// The person logs out on this device.
    case loggedOutHere(SecretChoice)
    /// The person logs out everywhere, from this device.
    case loggedOutEverywhere(SecretChoice)
    /// The person deletes the account, from this device.
    case accountDeletedHere(SecretChoice)
    /// `accountDeleted` or `sessionRevoked` answers this device's own request, sent again because its answer was lost.
    case ownRequestRepeated(SecretChoice)
    /// `accountDeleted`, and another device asked for it.
    case accountDeletedElsewhere

    /// Every event with every payload.
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
