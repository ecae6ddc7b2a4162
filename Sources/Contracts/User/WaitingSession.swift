public import JSONRPC
public import Primitives

/// A session that waits to be admitted, as the administrator sees it: without its digits, which the person reads out.
public struct WaitingSession: WireObject {
    public var sessionId: SessionID
    public var deviceId: DeviceID
    public var deviceName: String
    public var sinceMs: Instant
    public enum CodingKeys: String, CodingKey { case sessionId, deviceId, deviceName, sinceMs }

    public init(sessionId: SessionID, deviceId: DeviceID, deviceName: String, sinceMs: Instant) {
        (self.sessionId, self.deviceId, self.deviceName, self.sinceMs) = (sessionId, deviceId, deviceName, sinceMs)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .sessionId: Field("The waiting session, for user.admit")
        case .deviceId: Field("The device of the session")
        case .deviceName: Field("The name that the device gave itself", .length(0...64))
        case .sinceMs: Field("The time of the login")
        }
    }
}
