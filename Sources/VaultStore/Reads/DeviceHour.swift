public import Primitives

/// An hour of a device, or of a backend with a token that the device has had made for it, in which its reads of secrets
/// are counted together.
public struct DeviceHour: Sendable, Hashable, Comparable {
    public let account: AccountID
    public let device: DeviceID
    /// The backend that has read; nil if the device has.
    public let backend: String?
    /// The beginning of the hour.
    public let start: Instant

    /// The hour in which a time lies.
    public init(account: AccountID, device: DeviceID, backend: String? = nil, at time: Instant) {
        self.account = account
        self.device = device
        self.backend = backend
        start = Instant(ms: time.ms - time.ms % Duration.hours(1).ms)
    }

    public static func < (one: DeviceHour, other: DeviceHour) -> Bool {
        (one.account, one.device, one.backend ?? "", one.start)
            < (other.account, other.device, other.backend ?? "", other.start)
    }
}
