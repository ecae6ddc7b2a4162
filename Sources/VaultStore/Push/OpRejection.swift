/// The reason why an operation is rejected. The raw values are the values of `reason` on the wire.
public enum OpRejection: String, Sendable, Hashable, CaseIterable {
    /// Another operation with the same id came before.
    case opIdReused
    /// The operation is so old that the log of operations may no longer contain its first attempt.
    case opExpired
    /// There is nothing to restore: the secret never existed, or its tombstone has been erased.
    case unknownItem
    /// The vault has no version of the secret with this rev, or has it no more.
    case unknownVersion
    /// The version with this rev cannot be decrypted, or is not in its place.
    case unreadableVersion
    /// The operation needs a body.
    case bodyRequired
    /// The body is larger than ``StoreLimits/bytesPerBody``.
    case bodyTooLarge
    /// The operation has a body and no kind, and the vault has no secret whose kind it could keep.
    case kindRequired
    /// The secret is of another kind than the operation says.
    case kindDiffers
    /// The earlier operation named as the base is unknown.
    case baseUnknown
    /// A copy is to be made and the operation gives no id for it.
    case copyIdRequired
    /// The id for the copy belongs to a secret that has other content or is not live.
    case copyIdTaken
    /// The account would have more than ``StoreLimits/itemsPerAccount`` secrets that are live or in the trash.
    case tooManyItems
    /// The account would have more than ``StoreLimits/bytesPerAccount`` bytes.
    case accountFull
    /// The account has ``StoreLimits/tombstonesPerAccount`` tombstones or more, so no secret can be added until the
    /// sweeper has erased some. Secrets can still be edited and deleted.
    case tooManyTombstones
    /// The account has ``StoreLimits/operationsPerAccount`` logged operations, or half as many for a backend. Secrets can
    /// still be moved to the trash and deleted.
    case logFull
    /// All accounts together have ``StoreLimits/bytesOfAllAccounts`` bytes or more, so nothing can be added and no body
    /// can grow.
    case storeFull
    /// Another operation of the same atomic push was not applied.
    case notApplied

    /// The member of the operation that caused the rejection; nil if none did.
    public var field: String? {
        switch self {
        case .opIdReused: "opId"
        case .opExpired: "knownSeq"
        case .bodyRequired, .bodyTooLarge, .accountFull: "body"
        case .kindRequired, .kindDiffers: "kind"
        case .baseUnknown: "base"
        case .copyIdRequired, .copyIdTaken: "copyId"
        case .unknownItem: "id"
        case .unknownVersion, .unreadableVersion: "rev"
        case .tooManyItems, .tooManyTombstones, .logFull, .storeFull, .notApplied: nil
        }
    }
}
