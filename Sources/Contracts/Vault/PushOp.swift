public import Domain
public import JSONRPC
public import Primitives
public import StrictJSON

/// One change that a device pushes. Retries repeat the same `opId`, so that the change is applied once.
public struct PushOp: WireObject {
    public var opId: OperationID
    public var type: SecretOperation
    public var id: SecretID
    public var kind: String?
    public var schema: Int?
    public var base: ItemBase?
    public var baseOp: OperationID?
    public var knownSeq: DecimalInt64
    public var knownEpoch: EpochID?
    public var sharedSeq: DecimalInt64?
    public var body: JSONObject?
    public var copyId: SecretID?
    public var onConflict: OnConflict?
    public var onGone: OnGone?
    public var force: Bool?
    public var bringsBack: Bool?
    public enum CodingKeys: String, CodingKey {
        case opId, type, id, kind, schema, base, baseOp, knownSeq, knownEpoch, sharedSeq, body, copyId, onConflict
        case onGone, force, bringsBack
    }

    public init(
        opId: OperationID, type: SecretOperation, id: SecretID, kind: String? = nil, schema: Int? = nil,
        base: ItemBase? = nil, baseOp: OperationID? = nil, knownSeq: DecimalInt64, knownEpoch: EpochID? = nil,
        sharedSeq: DecimalInt64? = nil, body: JSONObject? = nil, copyId: SecretID? = nil, onConflict: OnConflict? = nil,
        onGone: OnGone? = nil, force: Bool? = nil, bringsBack: Bool? = nil
    ) {
        self.opId = opId
        self.type = type
        self.id = id
        self.kind = kind
        self.schema = schema
        self.base = base
        self.baseOp = baseOp
        self.knownSeq = knownSeq
        self.knownEpoch = knownEpoch
        self.sharedSeq = sharedSeq
        self.body = body
        self.copyId = copyId
        self.onConflict = onConflict
        self.onGone = onGone
        self.force = force
        self.bringsBack = bringsBack
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .opId: Field("The id of the operation, the same in every retry")
        case .type: Field("The type of the operation")
        case .id: Field("The item")
        case .kind: Field("The kind of item: otp, note, login or opaque; required to create", .length(1...16))
        case .schema:
            Field(
                "The version of the body's shape. If absent, the item keeps its own; a new item has 1",
                .range(1...1_000))
        case .base: Field("The version that the change was made from; absent to create")
        case .baseOp:
            Field("An earlier operation on the same item whose result the change was made from, instead of base")
        case .knownSeq: Field("The head that the device knew when it made the change")
        case .knownEpoch: Field("The epoch of knownSeq; the one in force when absent")
        case .sharedSeq:
            Field(
                "If the vault does not list the epoch of base: the last sequence number up to which the history of that "
                    + "epoch and the vault's present one are the same. If absent: 0, so that no item counts as unchanged "
                    + "since")
        case .body: Field("The new content")
        case .copyId: Field("The id of a copy, if onConflict or onGone makes one")
        case .onConflict:
            Field(
                "What to do if the item has changed since base. If absent: \"return\", which changes nothing and "
                    + "answers with the current item")
        case .onGone:
            Field(
                "What to do if the item is trashed, deleted or unknown. If absent: \"return\", which changes nothing "
                    + "and answers gone")
        case .force: Field("True to trash or delete the item whatever its rev")
        case .bringsBack:
            Field(
                "True if the operation only repeats its base, which a restore of the vault has lost: the body is that of "
                    + "the base, or the base is a tombstone or a move to the trash. A later version of the same epoch then "
                    + "replaces it; an edit made on a lost version is never replaced without a conflict")
        }
    }
}
