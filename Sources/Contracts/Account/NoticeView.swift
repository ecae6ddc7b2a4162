public import Domain
public import JSONRPC
public import Primitives

/// One notice: what happened to the account, and until when it can be stopped.
public struct NoticeView: WireObject {
    public var number: Int
    public var atMs: Instant
    public var kind: Open<NoticeKind>
    public var deviceId: DeviceID?
    public var deviceName: String?
    public var untilMs: Instant?
    public var childId: AccountID?
    public var childName: String?
    public enum CodingKeys: String, CodingKey {
        case number, atMs, kind, deviceId, deviceName, untilMs, childId, childName
    }

    public init(
        number: Int, atMs: Instant, kind: Open<NoticeKind>, deviceId: DeviceID? = nil, deviceName: String? = nil,
        untilMs: Instant? = nil, childId: AccountID? = nil, childName: String? = nil
    ) {
        (self.number, self.atMs, self.kind) = (number, atMs, kind)
        (self.deviceId, self.deviceName, self.untilMs) = (deviceId, deviceName, untilMs)
        (self.childId, self.childName) = (childId, childName)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .number: Field("Increases with each notice of the account", .range(1...Int(Int32.max)))
        case .atMs: Field("The time at which it happened")
        case .kind: Field("What happened")
        case .deviceId: Field("The device that it happened to, or that asked for it")
        case .deviceName: Field("The name of that device at that time", .length(0...64))
        case .untilMs: Field("The moment until which it can be stopped, or from which it counts")
        case .childId: Field("The child that it concerns, in a notice to its parents or to itself")
        case .childName: Field("The name of that child at that time", .length(0...64))
        }
    }
}
