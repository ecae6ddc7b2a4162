/// Why an operation was rejected. The raw values are the words of the wire.
public enum OpRejection: String, Sendable, Hashable, CaseIterable {
    /// The same operation id came before with other content.
    case opIdReused
    /// Made so long ago that its first sending may be forgotten.
    case opExpired
    /// There is nothing to restore: the vault never had it, or has forgotten it.
    case unknownItem
    /// This operation needs a body.
    case bodyRequired
    /// The body is larger than the limit.
    case bodyTooLarge
    /// A new secret needs a kind.
    case kindRequired
    /// The secret is of another kind.
    case kindDiffers
    /// The earlier operation named as base is not known.
    case baseUnknown
    /// A copy is asked for, and no id for it is given.
    case copyIdRequired
    /// The id given for the copy belongs to something else.
    case copyIdTaken
    /// The account has as many secrets as it may have.
    case tooManyItems
    /// The account has as many bytes as it may have.
    case accountFull
    /// Another operation of the same atomic push was not applied.
    case notApplied

    /// The member of the operation that is at fault, if one is.
    public var field: String? {
        switch self {
        case .opIdReused: "opId"
        case .opExpired: "knownSeq"
        case .bodyRequired, .bodyTooLarge, .accountFull: "body"
        case .kindRequired, .kindDiffers: "kind"
        case .baseUnknown: "base"
        case .copyIdRequired, .copyIdTaken: "copyId"
        case .unknownItem: "id"
        case .tooManyItems, .notApplied: nil
        }
    }
}
