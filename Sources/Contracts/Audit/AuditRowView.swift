public import Domain
public import JSONRPC
public import Primitives

/// A row of an audit log. It names people, devices and sessions by their identifiers alone.
public struct AuditRowView: WireObject {
    public var number: Int
    public var atMs: Instant
    public var kind: Open<AuditKind>
    public var detail: String
    public var accountId: AccountID?
    public var deviceId: DeviceID?
    public var sessionId: SessionID?
    public var actor: Open<AuditParty>
    public var actorId: AccountID?
    public var actorDeviceId: DeviceID?
    public var actorSessionId: SessionID?
    public var count: Int?
    public enum CodingKeys: String, CodingKey {
        case number, atMs, kind, detail, accountId, deviceId, sessionId, actor, actorId, actorDeviceId, actorSessionId
        case count
    }

    public init(
        number: Int, atMs: Instant, kind: Open<AuditKind>, detail: String, accountId: AccountID? = nil,
        deviceId: DeviceID? = nil, sessionId: SessionID? = nil, actor: Open<AuditParty>, actorId: AccountID? = nil,
        actorDeviceId: DeviceID? = nil, actorSessionId: SessionID? = nil, count: Int? = nil
    ) {
        (self.number, self.atMs, self.kind, self.detail) = (number, atMs, kind, detail)
        (self.accountId, self.deviceId, self.sessionId) = (accountId, deviceId, sessionId)
        (self.actor, self.actorId, self.actorDeviceId) = (actor, actorId, actorDeviceId)
        (self.actorSessionId, self.count) = (actorSessionId, count)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .number: Field("The number of the row in the chain", .range(1...Int.max))
        case .atMs: Field("The time of the change")
        case .kind: Field("The kind of change")
        case .detail:
            Field(
                "More about the change, in words of the service; for reads by a backend, its name after \"backend\"",
                .length(1...264))
        case .accountId: Field("The account that was changed")
        case .deviceId: Field("The device that was changed, or that did it")
        case .sessionId: Field("The session that was changed")
        case .actor: Field("The kind of party that made the change")
        case .actorId: Field("The account of the person who made the change")
        case .actorDeviceId: Field("The device of that person")
        case .actorSessionId: Field("The session of that person")
        case .count: Field("The number of things that the row stands for", .range(0...Int.max))
        }
    }
}
