public import Domain
public import JSONRPC
public import Primitives
public import StrictJSON

/// One item of a vault, as a device receives it.
public struct VaultItem: WireObject {
    public var id: SecretID
    public var kind: String
    public var rev: DecimalInt64
    public var state: SecretState
    public var schema: Int
    public var body: JSONObject?
    public var createdAtMs: Instant
    public var updatedAtMs: Instant
    public var deletedAtMs: Instant?
    public var updatedBy: DeviceID
    public var broughtBack: ItemBase?
    public var includes: ItemBase?
    public var fault: String?
    public enum CodingKeys: String, CodingKey {
        case id, kind, rev, state, schema, body, createdAtMs, updatedAtMs, deletedAtMs, updatedBy, broughtBack
        case includes, fault
    }

    public init(
        id: SecretID, kind: String, rev: DecimalInt64, state: SecretState, schema: Int, body: JSONObject? = nil,
        createdAtMs: Instant, updatedAtMs: Instant, deletedAtMs: Instant? = nil, updatedBy: DeviceID,
        broughtBack: ItemBase? = nil, includes: ItemBase? = nil, fault: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.rev = rev
        self.state = state
        self.schema = schema
        self.body = body
        self.createdAtMs = createdAtMs
        self.updatedAtMs = updatedAtMs
        self.deletedAtMs = deletedAtMs
        self.updatedBy = updatedBy
        self.broughtBack = broughtBack
        self.includes = includes
        self.fault = fault
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .id: Field("The id, chosen by the device that created the item")
        case .kind: Field("The kind of item: otp, note, login or opaque", .length(1...16))
        case .rev: Field("The sequence number of the item's last change")
        case .state: Field("The state of the item")
        case .schema: Field("The version of the body's shape", .range(1...1_000))
        case .body:
            Field(
                "The content; absent if the item is deleted or unreadable. Clients keep members that they do not know")
        case .createdAtMs: Field("The time of its creation")
        case .updatedAtMs: Field("The time of its last change")
        case .deletedAtMs: Field("The time of its deletion")
        case .updatedBy: Field("The device that changed it last")
        case .broughtBack:
            Field(
                "The version that a restore of the vault had lost and that this change brought back; absent for every "
                    + "other change")
        case .includes:
            Field(
                "A version that a restore of the vault had lost and that the content repeats or was made from; absent if "
                    + "there is none")
        case .fault: Field("The fault itemUnreadable if the item cannot be opened; the device keeps its own copy")
        }
    }
}
