/// The conflict rule of the vault: decides whether an operation is applied to an item.
///
/// The operation's fallbacks for a conflict or a missing item (``OnConflict``, ``OnGone``) are applied to the verdict.
public enum SecretDecision {
    // swift-format-ignore
    /// - Parameter item: nil if the vault has no row of the item.
    public static func decide(
        _ operation: SecretOperation, on item: SecretState?, _ facts: SecretFacts
    ) -> SecretVerdict {
        let baseMatches = facts.baseMatches
        let mayReplace  = baseMatches || facts.force
        return switch (operation, item) {
        case (.create, nil):                     .applied
        case (.create, .live):                       facts.sameContent ? .noop : .conflict
        case (.create, .trashed),
             (.create, .deleted):                    .gone

        case (.update, nil):                     .gone
        case (.update, .live):                       facts.sameContent ? .noop : baseMatches ? .applied : .conflict
        case (.update, .trashed),
             (.update, .deleted):                    .gone

        case (.trash, nil):                      .noop
        case (.trash, .live):                        mayReplace ? .applied : .conflict
        case (.trash, .trashed),
             (.trash, .deleted):                     .noop

        case (.delete, nil):                     .noop
        case (.delete, .live), (.delete, .trashed):  mayReplace ? .applied : .conflict
        case (.delete, .deleted):                    .noop

        case (.restore, nil):                    .rejected(.unknownItem)
        case (.restore, .live):                      .noop
        case (.restore, .trashed):                   baseMatches ? .applied : .conflict
        // Without a body a restore cannot succeed on any base, so the missing body is reported before a conflict.
        case (.restore, .deleted) where !facts.hasBody: .rejected(.bodyRequired)
        case (.restore, .deleted):                   baseMatches ? .applied : .conflict
        }
    }
}
