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
        self.sessionId = sessionId
        self.deviceId = deviceId
        self.deviceName = deviceName
        self.isPending = isPending
        self.isCurrent = isCurrent
        self.digits = digits
        self.firstUsedAtMs = firstUsedAtMs
        self.lastUsedAtMs = lastUsedAtMs
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .sessionId: Field("The login")
        case .deviceId: Field("Its device")
        case .deviceName: Field("What the device called itself", .length(0...64))
        case .isPending: Field("True while the device waits to be admitted")
        case .isCurrent: Field("True for the session that asks")
        case .digits: Field("While pending: the two digits its screen shows", .length(2...2))
        case .firstUsedAtMs: Field("When it began")
        case .lastUsedAtMs: Field("When it was last refreshed")
        }
    }
}
