import Contracts
import Primitives
import StrictJSON

/// Auth's share of the key of an account's synchronised rows, as this device holds it after a right PIN.
struct HeldShare: Sendable, Hashable, Codable {
    let account: AccountID
    let share: UnlockShare
    /// The time at which auth has given it.
    let provenAt: Instant
    /// The policy of the account's group, 0…720.
    let offlineUnlockHours: Int

    /// The last moment at which the share may be used; nil if it is held in memory only, until the device locks.
    var heldUntil: Instant? {
        offlineUnlockHours > 0 ? provenAt + .hours(Int64(min(offlineUnlockHours, 720))) : nil
    }
}

/// The place in the platform's protected storage where a device keeps the unlock share during the offline hours: a file of
/// mode 0600 in the reference device, the key store on a phone.
public protocol UnlockShareStorage: Sendable {
    /// Returns what was written last; nil if nothing is stored.
    func read() throws -> [UInt8]?
    /// Replaces what is stored; it is durable when this returns.
    func write(_ bytes: [UInt8]) throws
    /// Removes what is stored. Does nothing if nothing is.
    func erase() throws
}
