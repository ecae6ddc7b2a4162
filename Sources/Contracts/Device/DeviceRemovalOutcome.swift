public import JSONRPC
public import Primitives

/// What became of another device that the person removed, or whose session they ended.
public struct DeviceRemovalOutcome: WireObject {
    public var suspendedUntilMs: Instant?
    public enum CodingKeys: String, CodingKey { case suspendedUntilMs }

    public init(suspendedUntilMs: Instant? = nil) { self.suspendedUntilMs = suspendedUntilMs }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .suspendedUntilMs: .suspendedUntil
        }
    }
}
