public import JSONRPC
public import Primitives

/// One session in a list.
public struct SessionView: Described, Hashable {
    /// The login
    public var sessionId: SessionID
    /// Its device
    public var deviceId: DeviceID
    /// What the device called itself
    public var deviceName: String
    /// True while the device waits to be admitted
    public var isPending: Bool
    /// True for the session that asks
    public var isCurrent: Bool
    /// While pending: the two digits its screen shows
    public var digits: String?
    /// When it began
    public var firstUsedAtMs: Instant
    /// When it was last refreshed
    public var lastUsedAtMs: Instant

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case sessionId, deviceId, deviceName, isPending, isCurrent, digits, firstUsedAtMs, lastUsedAtMs
    }

    /// See the members.
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

    /// Meaning and bounds of each member.
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
