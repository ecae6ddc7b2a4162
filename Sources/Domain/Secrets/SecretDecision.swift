/// Whether an operation is applied to an item: the whole conflict rule of the vault as one pure function.
///
/// What the caller wants done about a `conflict` or a `gone` (keep both, restore, discard) comes after it.
public enum SecretDecision {
    // swift-format-ignore
    /// The verdict on one operation.
    public static func decide(
        _ operation: SecretOperation, on item: SecretState?, _ facts: SecretFacts
    ) -> SecretVerdict {
        let based  = facts.baseMatches
        let forced = based || facts.force
        return switch (operation, item) {
        case (.create, nil):                     .applied
        case (.create, .live):                       facts.sameContent ? .noop : .conflict
        case (.create, .trashed),
             (.create, .deleted):                    .gone

        case (.update, nil):                     .gone
        case (.update, .live):                       facts.sameContent ? .noop : based ? .applied : .conflict
        case (.update, .trashed),
             (.update, .deleted):                    .gone

        case (.trash, nil):                      .noop
        case (.trash, .live):                        forced ? .applied : .conflict
        case (.trash, .trashed),
             (.trash, .deleted):                     .noop

        case (.delete, nil):                     .noop
        case (.delete, .live), (.delete, .trashed):  forced ? .applied : .conflict
        case (.delete, .deleted):                    .noop

        case (.restore, nil):                    .rejected(.unknownItem)
        case (.restore, .live):                      .noop
        case (.restore, .trashed):                   based ? .applied : .conflict
        // Without a body it can never succeed, whatever the base, so that is said first.
        case (.restore, .deleted) where !facts.hasBody: .rejected(.bodyRequired)
        case (.restore, .deleted):                   based ? .applied : .conflict
        }
    }
}
