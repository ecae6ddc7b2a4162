public import JSONRPC
public import Primitives

/// A request for a new PIN that has not taken effect yet.
public struct PINReset: WireObject {
    public var deviceId: DeviceID
    public var requestedAtMs: Instant
    public var takesEffectAtMs: Instant?
    public enum CodingKeys: String, CodingKey { case deviceId, requestedAtMs, takesEffectAtMs }

    public init(deviceId: DeviceID, requestedAtMs: Instant, takesEffectAtMs: Instant? = nil) {
        (self.deviceId, self.requestedAtMs) = (deviceId, requestedAtMs)
        self.takesEffectAtMs = takesEffectAtMs
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .deviceId: Field("The device that made the request")
        case .requestedAtMs: Field("The moment of the request")
        case .takesEffectAtMs: .pinTakesEffect
        }
    }
}

extension Field {
    static let pinTakesEffect = Field(
        "The moment at which the new PIN takes effect by itself; absent in a group whose operators approve")
}
