public import Domain
public import JSONRPC
public import Primitives
public import StrictJSON

/// One change a device asks for; kept with the same opId over retries, it applies once.
public struct PushOp: Described, Hashable {
    /// Names the operation
    public var opId: OperationID
    /// What it does
    public var type: SecretOperation
    /// The item
    public var id: SecretID
    /// Otp, note, login or opaque; required to create
    public var kind: String?
    /// The version of the body's shape; 1 when absent
    public var schema: Int?
    /// The version the change was made from; absent to create
    public var base: ItemBase?
    /// The earlier operation on the same item it was made after, instead of a base
    public var baseOp: OperationID?
    /// The head the device knew when it made the operation
    public var knownSeq: DecimalInt64
    /// The new content
    public var body: JSONObject?
    /// The id a copy gets
    public var copyId: SecretID?
    /// Return when absent
    public var onConflict: OnConflict?
    /// Return when absent
    public var onGone: OnGone?
    /// Apply a trash or delete whatever the base
    public var force: Bool?

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case opId, type, id, kind, schema, base, baseOp, knownSeq, body, copyId, onConflict, onGone, force
    }

    /// See the members.
    public init(
        opId: OperationID, type: SecretOperation, id: SecretID, kind: String? = nil, schema: Int? = nil,
        base: ItemBase? = nil, baseOp: OperationID? = nil, knownSeq: DecimalInt64, body: JSONObject? = nil,
        copyId: SecretID? = nil, onConflict: OnConflict? = nil, onGone: OnGone? = nil, force: Bool? = nil
    ) {
        self.opId = opId
        self.type = type
        self.id = id
        self.kind = kind
        self.schema = schema
        self.base = base
        self.baseOp = baseOp
        self.knownSeq = knownSeq
        self.body = body
        self.copyId = copyId
        self.onConflict = onConflict
        self.onGone = onGone
        self.force = force
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .opId: Field("Names the operation")
        case .type: Field("What it does")
        case .id: Field("The item")
        case .kind: Field("Otp, note, login or opaque; required to create", .length(1...16))
        case .schema: Field("The version of the body's shape; 1 when absent", .range(1...1_000))
        case .base: Field("The version the change was made from; absent to create")
        case .baseOp: Field("The earlier operation on the same item it was made after, instead of a base")
        case .knownSeq: Field("The head the device knew when it made the operation")
        case .body: Field("The new content")
        case .copyId: Field("The id a copy gets")
        case .onConflict: Field("Return when absent")
        case .onGone: Field("Return when absent")
        case .force: Field("Apply a trash or delete whatever the base")
        }
    }
}
