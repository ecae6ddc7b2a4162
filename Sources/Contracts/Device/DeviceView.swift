public import JSONRPC
public import Primitives

/// One device as `device.list` shows it.
public struct DeviceView: WireObject {
    public var deviceId: DeviceID
    public var deviceName: String
    public var isAdmitted: Bool
    public var isCurrent: Bool
    public var firstUsedAtMs: Instant
    public var lastUsedAtMs: Instant
    public var suspendedUntilMs: Instant?
    public enum CodingKeys: String, CodingKey {
        case deviceId, deviceName, isAdmitted, isCurrent, firstUsedAtMs, lastUsedAtMs, suspendedUntilMs
    }

    public init(
        deviceId: DeviceID, deviceName: String, isAdmitted: Bool, isCurrent: Bool, firstUsedAtMs: Instant,
        lastUsedAtMs: Instant, suspendedUntilMs: Instant? = nil
    ) {
        (self.deviceId, self.deviceName) = (deviceId, deviceName)
        (self.isAdmitted, self.isCurrent) = (isAdmitted, isCurrent)
        (self.firstUsedAtMs, self.lastUsedAtMs) = (firstUsedAtMs, lastUsedAtMs)
        self.suspendedUntilMs = suspendedUntilMs
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .deviceId: Field("The device")
        case .deviceName: Field("The name that the device gave itself", .length(0...64))
        case .isAdmitted:
            Field(
                "True if a right code alone logs the device in; false after its admission was withdrawn or has lapsed")
        case .isCurrent: Field("True for the caller's own device")
        case .firstUsedAtMs: Field("The time of the device's first login")
        case .lastUsedAtMs: Field("The time of its last login or refresh")
        case .suspendedUntilMs: Field("While the device is suspended: the moment at which it is removed for good")
        }
    }
}
