/// What the app shows and allows now: the seed's six answers.
public struct Standing: Hashable, Sendable {
    /// Whether data goes to and comes from the server.
    public let canSync: Bool
    /// Whether the person may add data on this device; it waits here until it can be synced.
    public let canAdd: Bool
    /// Whether the device holds an access token, dead or alive.
    public let tokenPresent: Bool
    /// What the home screen says.
    public let notification: HomeNotification
    /// Where the app opens.
    public let firstScreen: FirstScreen
    /// Whether the lock screen comes first.
    public let lockScreen: Bool

    /// One row of the table.
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
