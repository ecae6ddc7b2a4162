public import JSONRPC
public import Primitives
public import StrictJSON

/// One version of an item's content, the present one or a former one.
public struct ItemVersion: WireObject {
    public var rev: DecimalInt64
    public var epoch: EpochID
    public var kind: String
    public var schema: Int
    public var body: JSONObject?
    public var updatedAtMs: Instant
    public var updatedBy: DeviceID
    public var fault: String?
    public enum CodingKeys: String, CodingKey {
        case rev, epoch, kind, schema, body, updatedAtMs, updatedBy, fault
    }

    public init(
        rev: DecimalInt64, epoch: EpochID, kind: String, schema: Int, body: JSONObject? = nil, updatedAtMs: Instant,
        updatedBy: DeviceID, fault: String? = nil
    ) {
        (self.rev, self.epoch, self.kind, self.schema, self.body) = (rev, epoch, kind, schema, body)
        (self.updatedAtMs, self.updatedBy, self.fault) = (updatedAtMs, updatedBy, fault)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .rev: Field("The last rev that the item had with this content")
        case .epoch: Field("The epoch that the rev belongs to")
        case .kind: Field("The kind of item: otp, note, login or opaque", .length(1...16))
        case .schema: Field("The version of the body's shape", .range(1...1_000))
        case .body: Field("The content; absent if the version is unreadable")
        case .updatedAtMs: Field("The time of the last change while the item had this content")
        case .updatedBy: Field("The device that made that change")
        case .fault: Field("The fault itemUnreadable if the version cannot be opened; otherwise absent")
        }
    }
}
