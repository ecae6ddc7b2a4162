public import JSONRPC
public import Primitives

/// The result for another device that the person has removed, or whose session they have ended.
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
