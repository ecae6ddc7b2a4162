/// The six answers of the user-states document for a person: what the app shows and allows now.
public struct Standing: Hashable, Sendable {
    /// True if the app sends data to and receives data from the server.
    public let canSync: Bool
    /// True if the person may add data on this device. The data stays on the device until it can be synced.
    public let canAdd: Bool
    /// True if the device holds an access token, valid or not.
    public let tokenPresent: Bool
    public let notification: HomeNotification
    public let firstScreen: FirstScreen
    /// True if the lock screen comes before the first screen.
    public let lockScreen: Bool

    public init(
        canSync: Bool, canAdd: Bool, tokenPresent: Bool, notification: HomeNotification, firstScreen: FirstScreen,
        lockScreen: Bool
    ) {
        self.canSync = canSync
        self.canAdd = canAdd
        self.tokenPresent = tokenPresent
        self.notification = notification
        self.firstScreen = firstScreen
        self.lockScreen = lockScreen
    }
}
