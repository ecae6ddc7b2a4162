public import JSONRPC
public import Primitives

/// One session as `session.list` shows it.
public struct SessionView: WireObject {
    public var sessionId: SessionID
    public var deviceId: DeviceID
    public var deviceName: String
    public var isPending: Bool
    public var isCurrent: Bool
    public var digits: String?
    public var firstUsedAtMs: Instant
    public var lastUsedAtMs: Instant
    public enum CodingKeys: String, CodingKey {
        case sessionId, deviceId, deviceName, isPending, isCurrent, digits, firstUsedAtMs, lastUsedAtMs
    }

    public init(
        sessionId: SessionID, deviceId: DeviceID, deviceName: String, isPending: Bool, isCurrent: Bool,
        digits: String? = nil, firstUsedAtMs: Instant, lastUsedAtMs: Instant
    ) {
        (self.sessionId, self.deviceId, self.deviceName) = (sessionId, deviceId, deviceName)
        (self.isPending, self.isCurrent, self.digits) = (isPending, isCurrent, digits)
        (self.firstUsedAtMs, self.lastUsedAtMs) = (firstUsedAtMs, lastUsedAtMs)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .sessionId: Field("The login")
        case .deviceId: Field("The device of the session")
        case .deviceName: Field("The name that the device gave itself", .length(0...64))
        case .isPending: Field("True while the device waits to be admitted")
        case .isCurrent: Field("True for the caller's own session")
        case .digits:
            Field("The two digits that the device shows; present while it waits to be admitted", .length(2...2))
        case .firstUsedAtMs: Field("The time of the login")
        case .lastUsedAtMs: Field("The time of the last refresh")
        }
    }
}
