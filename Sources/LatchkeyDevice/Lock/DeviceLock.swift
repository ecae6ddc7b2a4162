import Domain
public import Primitives

/// The lock of a device whose account has a PIN, as far as this device has learnt it: by making or proving the PIN here.
struct DeviceLock: Sendable, Hashable, Codable {
    /// The time without use after which the device locks.
    static let idleLimit = Duration.minutes(15)

    let account: AccountID
    /// The last time at which the person used the unlocked device.
    var lastUse: Instant
    /// True if the person or the app has locked the device, and if the PIN was never proven here.
    var isLocked = false
    /// True from a wrong PIN until the next right one. Meanwhile only auth can unlock the device.
    var needsProof: Bool?
}

/// The state of the lock screen, and of the key behind it.
public struct LockStatus: Sendable, Hashable {
    /// True while the device is locked.
    public let isLocked: Bool
    /// True while the synchronised entries can be opened on this device without auth.
    public let holdsShare: Bool
    /// The last moment at which the device opens synchronised entries without auth; nil where it may not at all, or not
    /// any more.
    public let offlineUntil: Instant?
    /// The moment after which the device locks unless it is used; nil while it is locked.
    public let unlockedUntil: Instant?
}

extension Profile {
    /// True while the synchronised entries are behind the lock: the account has a PIN, and the device was locked or has not
    /// been used for ``DeviceLock/idleLimit``. A clock that was set back by more than that counts as such a time too.
    ///
    /// The standing decides only which screen shows. While a person makes a new PIN that is no lock screen, and the entries
    /// stay closed all the same: otherwise “forgot PIN” would open them.
    func isLocked(at now: Instant) -> Bool {
        guard let lock else { return false }
        return lock.isLocked || now - lock.lastUse > DeviceLock.idleLimit || lock.lastUse - now > DeviceLock.idleLimit
    }
}
