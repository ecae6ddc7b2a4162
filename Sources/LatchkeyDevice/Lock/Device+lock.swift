import Domain
public import Primitives

extension Device {
    /// Returns the state of the lock; nil where this device knows of no PIN of the account.
    public func lockStatus() async throws(DeviceFault) -> LockStatus? {
        try await store.read { transaction in
            guard let lock = transaction.profile.lock else { return nil }
            let isLocked = transaction.profile.isLocked(at: transaction.now)
            let holdsShare = transaction.opensSynchronisedRows
            return LockStatus(
                isLocked: isLocked || !holdsShare, holdsShare: holdsShare,
                offlineUntil: holdsShare ? transaction.heldUntil : nil,
                unlockedUntil: isLocked || !holdsShare ? nil : lock.lastUse + DeviceLock.idleLimit)
        }
    }

    /// Locks the device at once. An app calls this when it starts. Without offline hours the unlock share is erased.
    ///
    /// - Throws: `DeviceFault.noPIN` where this device knows of no PIN of the account.
    public func lock() async throws(DeviceFault) {
        let isKnown = try await store.write { transaction in
            transaction.profile.lock?.isLocked = true
            return transaction.profile.lock != nil
        }
        guard isKnown else { throw .noPIN }
        store.cipher.shares.forgetWithoutOfflineHours()
        await store.truncateLog()
    }

    /// Unlocks the device without auth, within the offline hours. The PIN is not verified, because nothing here could
    /// verify it: an app lets the platform authenticate the person first, by a fingerprint or the passcode of the device.
    ///
    /// - Returns: the last moment at which the device opens synchronised entries without auth.
    /// - Throws: `DeviceFault.locked` if the offline hours are over, if the group allows none, or after a wrong PIN.
    @discardableResult
    public func openLockScreenOffline() async throws(DeviceFault) -> Instant {
        try await store.write { transaction in
            guard transaction.opensSynchronisedRows, let end = transaction.heldUntil,
                transaction.profile.lock?.needsProof != true
            else { throw DeviceFault.locked }
            let now = transaction.now
            transaction.profile.lock?.isLocked = false
            transaction.profile.lock?.lastUse = now
            return end
        }
    }

    /// Throws `DeviceFault.locked` while the device is locked, and while the synchronised entries cannot be decrypted.
    ///
    /// - Parameter isUse: true if the person uses the device, which delays the lock.
    func requireUnlocked(isUse: Bool = true) async throws(DeviceFault) {
        let (lock, isUnlocked, now) = try await store.read { transaction in
            (
                transaction.profile.lock,
                !transaction.profile.isLocked(at: transaction.now) && transaction.opensSynchronisedRows, transaction.now
            )
        }
        guard lock != nil else { return }
        guard isUnlocked else {
            store.cipher.shares.forgetWithoutOfflineHours()
            throw .locked
        }
        guard isUse, lock?.lastUse != now else { return }
        // A full disk must not hide the entries. The device then locks earlier.
        _ = try? await store.changeProfile { profile in
            if let lastUse = profile.lock?.lastUse, lastUse < now { profile.lock?.lastUse = now }
        }
    }
}
