public import Domain
public import JSONRPC
public import Primitives
public import StrictJSON

/// One item of a vault as a device sees it.
public struct VaultItem: Described, Hashable {
    /// Chosen by the device that made it
    public var id: SecretID
    /// Otp, note, login or opaque
    public var kind: String
    /// The account's sequence number of its last change
    public var rev: DecimalInt64
    /// Live, trashed or deleted
    public var state: SecretState
    /// The version of the body's shape
    public var schema: Int
    /// The content; absent when deleted or unreadable. Unknown members survive edits by older clients
    public var body: JSONObject?
    /// When it was made
    public var createdAtMs: Instant
    /// When it last changed
    public var updatedAtMs: Instant
    /// When it was deleted
    public var deletedAtMs: Instant?
    /// The device that changed it last
    public var updatedBy: DeviceID
    /// ItemUnreadable: keep the copy you have
    public var fault: String?

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case id, kind, rev, state, schema, body, createdAtMs, updatedAtMs, deletedAtMs, updatedBy, fault
    }

    /// See the members.
    public init(
        id: SecretID, kind: String, rev: DecimalInt64, state: SecretState, schema: Int, body: JSONObject? = nil,
        createdAtMs: Instant, updatedAtMs: Instant, deletedAtMs: Instant? = nil, updatedBy: DeviceID,
        fault: String? = nil
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
        self.fault = fault
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .id: Field("Chosen by the device that made it")
        case .kind: Field("Otp, note, login or opaque", .length(1...16))
        case .rev: Field("The account's sequence number of its last change")
        case .state: Field("Live, trashed or deleted")
        case .schema: Field("The version of the body's shape", .range(1...1_000))
        case .body:
            Field("The content; absent when deleted or unreadable. Unknown members survive edits by older clients")
        case .createdAtMs: Field("When it was made")
        case .updatedAtMs: Field("When it last changed")
        case .deletedAtMs: Field("When it was deleted")
        case .updatedBy: Field("The device that changed it last")
        case .fault: Field("ItemUnreadable: keep the copy you have")
        }
    }
}
