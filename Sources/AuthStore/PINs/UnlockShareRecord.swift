/// The unlock share of an account: auth's part of the key that encrypts the local store of its devices.
public struct UnlockShareRecord: Sendable {
    /// The share, encrypted.
    public let sealed: Sealed
    /// The hours for which a device may keep the share after a right PIN, by the policy of the account's group.
    public let offlineHours: Int
}
