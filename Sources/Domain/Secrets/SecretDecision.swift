/// The conflict rule of the vault: decides whether an operation is applied to an item.
///
/// An operation on a lost base (``SecretBase/lost``) is applied even if the item already is as requested: the row then
/// records the lost rev, so that of several devices the one with the highest lost rev wins in whichever order they
/// come. For the same reason a delete of an absent item leaves a tombstone then, and a restore with a body is applied to a
/// live item: the deletion that it takes back, which was lost too, would otherwise be made again. A trash of an absent or
/// deleted item has no effect even so, because there is no body to keep; a restore of an absent item, or one of a live item
/// without a body, is decided as on any base.
///
/// On the base ``SecretBase/lostBeforeErasure`` an absent item is ``SecretVerdict/gone``: somebody may have deleted it after the
/// restore, and its tombstone may be erased. The caller decides whether the item is made again.
///
/// The operation's fallbacks for a conflict or a missing item (``OnConflict``, ``OnGone``) are applied to the verdict.
public enum SecretDecision {
    // swift-format-ignore
    /// - Parameter item: nil if the vault has no row of the item.
    public static func decide(
        _ operation: SecretOperation, on item: SecretState?, _ facts: SecretFacts
    ) -> SecretVerdict {
        let isLost      = facts.base == .lost
        let baseMatches = facts.base == .current || isLost
        let mayReplace  = baseMatches || facts.force
        return switch (operation, item) {
        case (.create, nil):                     facts.base == .lostBeforeErasure ? .gone : .applied
        case (.create, .live):                       isLost ? .applied : facts.sameContent ? .noop : .conflict
        case (.create, .trashed),
             (.create, .deleted):                    isLost ? .applied : .gone

        case (.update, nil):                     isLost ? .applied : .gone
        case (.update, .live):
            isLost ? .applied : facts.sameContent ? .noop : baseMatches ? .applied : .conflict
        case (.update, .trashed),
             (.update, .deleted):                    isLost ? .applied : .gone

        case (.trash, nil):                      .noop
        case (.trash, .live):                        mayReplace ? .applied : .conflict
        case (.trash, .trashed):                     isLost ? .applied : .noop
        case (.trash, .deleted):                     .noop

        case (.delete, nil):                     isLost ? .applied : .noop
        case (.delete, .live), (.delete, .trashed):  mayReplace ? .applied : .conflict
        case (.delete, .deleted):                    isLost ? .applied : .noop

        case (.restore, nil):                    .rejected(.unknownItem)
        case (.restore, .live) where facts.hasBody:  isLost ? .applied : facts.sameContent ? .noop : .conflict
        case (.restore, .live):                  .noop
        case (.restore, .trashed):                   baseMatches ? .applied : .conflict
        // Without a body a restore cannot succeed on any base, so the missing body is reported before a conflict.
        case (.restore, .deleted) where !facts.hasBody: .rejected(.bodyRequired)
        case (.restore, .deleted):                   baseMatches ? .applied : .conflict
        }
    }
}
