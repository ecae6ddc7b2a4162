public import JSONRPC
public import Primitives

/// A device of a person, as the administrator sees it.
public struct PersonDevice: WireObject {
    public var deviceId: DeviceID
    public var name: String
    public var isAdmitted: Bool
    public var hasLiveSession: Bool
    public var firstUsedAtMs: Instant
    public var lastUsedAtMs: Instant
    public var suspendedUntilMs: Instant?
    public enum CodingKeys: String, CodingKey {
        case deviceId, name, isAdmitted, hasLiveSession, firstUsedAtMs, lastUsedAtMs, suspendedUntilMs
    }

    public init(
        deviceId: DeviceID, name: String, isAdmitted: Bool, hasLiveSession: Bool, firstUsedAtMs: Instant,
        lastUsedAtMs: Instant, suspendedUntilMs: Instant? = nil
    ) {
        (self.deviceId, self.name, self.isAdmitted) = (deviceId, name, isAdmitted)
        (self.hasLiveSession, self.firstUsedAtMs, self.lastUsedAtMs) = (hasLiveSession, firstUsedAtMs, lastUsedAtMs)
        self.suspendedUntilMs = suspendedUntilMs
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .deviceId: Field("The device")
        case .name: Field("The name that the device gave itself", .length(0...64))
        case .isAdmitted: Field("True if a right code alone logs the device in")
        case .hasLiveSession: Field("True if the device has a session that is not unproven")
        case .firstUsedAtMs: Field("The time of the device's first login")
        case .lastUsedAtMs: Field("The time of the device's last login or refresh")
        case .suspendedUntilMs:
            Field("Present if the device is suspended: the moment at which its admission is withdrawn for good")
        }
    }
}
