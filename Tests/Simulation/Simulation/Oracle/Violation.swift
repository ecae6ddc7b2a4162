/// A promise of the product that was broken.
struct Violation: Sendable, Hashable {
    /// The promise. A shrunk history must break the same one.
    enum Promise: String, Sendable {
        case acknowledgedVersionLost, deletedCameBack, purgedCameBack, foreignSecret, unsentEditVanished, itemUnreadable
        case revReused, revSkipped, falseDeleting401, servedAfterRevocation, goneWithoutDeletion, atomicPushSplit
        case purgedWithoutRequest, leftAfterLogout, erasedTooEarly, completePullForced
        case syncFailsInQuiet, devicesDisagree, queueNotEmpty, notQuiet, importIncomplete, importedTwice
        case dataKeysNotRenewed
    }

    let promise: Promise
    let detail: String
}
