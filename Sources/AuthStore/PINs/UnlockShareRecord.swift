/// Auth's share of the key of a device's local store, as an account has it.
public struct UnlockShareRecord: Sendable {
    /// The share, encrypted.
    public let share: Sealed
    /// The hours for which a device may keep it, by the policy of the account's group.
    public let offlineHours: Int
}
