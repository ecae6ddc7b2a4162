public import Primitives
import StrictJSON
import Synchronization

/// Holds the unlock share of one account, in memory and, for the offline hours of its group, in the platform's storage.
///
/// A share is written after the transaction that seals rows under it. A process that ends between the two has lost only the
/// share, which auth gives again.
public final class HeldShares: Sendable {
    private let clock: WallClock
    private let storage: (any UnlockShareStorage)?
    private let held: Mutex<HeldShare?>

    /// - Parameter storage: nil to hold shares in memory alone.
    public init(clock: WallClock, storage: (any UnlockShareStorage)? = nil) {
        self.clock = clock
        self.storage = storage
        let stored = try? storage?.read().flatMap {
            try WireDecoder().decode(HeldShare.self, from: try JSON(parsing: $0))
        }
        held = Mutex(stored)
    }

    var now: Instant { clock.now }

    /// The share, while it may be used. It is erased when its time is over. While the clock shows a time before the proof,
    /// because it was set back, the share is not used.
    func usable() -> HeldShare? {
        guard let share = held.withLock({ $0 }), share.provenAt <= now else { return nil }
        guard let end = share.heldUntil, end < now else { return share }
        forget()
        return nil
    }

    /// Holds a share in memory.
    func hold(_ share: HeldShare) { held.withLock { $0 = share } }

    /// Writes the share that is held in memory to the storage, or erases the stored one if the group allows no offline
    /// hours.
    func store() throws(DeviceFault) {
        do {
            guard let share = held.withLock({ $0 }), share.heldUntil != nil else { return try storage?.erase() ?? () }
            try storage?.write(try WireEncoder().encode(share).encoded())
        } catch {
            throw .storeFailed(reason: "The unlock share cannot be kept for the offline hours: \(error).")
        }
    }

    /// Erases a share that may be held in memory only; called when the device locks.
    func forgetWithoutOfflineHours() {
        if let share = held.withLock({ $0 }), share.heldUntil == nil { forget() }
    }

    /// Erases the share.
    /// - Parameter account: the account whose share stays; nil to erase the share of any account.
    func forget(exceptOf account: AccountID? = nil) {
        let isErased = held.withLock { share in
            guard share != nil, share?.account != account || account == nil else { return false }
            share = nil
            return true
        }
        // A share that cannot be erased now is erased when the store is opened the next time.
        if isErased { try? storage?.erase() }
    }
}
