public import Primitives

/// An hour of a device, in which its reads of secrets are counted together.
public struct DeviceHour: Sendable, Hashable, Comparable {
    public let account: AccountID
    public let device: DeviceID
    /// The beginning of the hour.
    public let start: Instant

    /// The hour in which a time lies.
    public init(account: AccountID, device: DeviceID, at time: Instant) {
        self.account = account
        self.device = device
        start = Instant(ms: time.ms - time.ms % Duration.hours(1).ms)
    }

    public static func < (one: DeviceHour, other: DeviceHour) -> Bool {
        (one.account, one.device, one.start) < (other.account, other.device, other.start)
    }
}
