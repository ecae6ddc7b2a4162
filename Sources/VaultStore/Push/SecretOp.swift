public import Domain
public import Primitives

/// One operation of a push. A device records an operation before it sends it, so that a retry is the same operation.
public struct SecretOp: Sendable, Hashable {
    /// The version of the secret that an operation was made from.
    public enum Base: Sendable, Hashable {
        /// The rev that the caller had, and its epoch. A nil epoch means the current one: a rev is never assigned
        /// twice, so callers that keep no epoch may leave it out.
        case rev(epoch: EpochID?, rev: Int64)
        /// The result of an earlier operation on the same secret.
        case operation(OperationID)
        /// The current version, whichever it is.
        case anything
    }

    /// A body with its kind and format version.
    public struct Content: Sendable, Hashable {
        /// `otp`, `note`, `login` or `opaque`; nil keeps the secret's kind.
        public let kind: String?
        /// The version of the body's format within its kind; nil keeps the secret's version, or means 1 for a new
        /// secret.
        public let schema: Int64?
        /// The body's JSON in canonical form, so that equal bodies are equal bytes.
        public let body: [UInt8]

        public init(kind: String? = nil, schema: Int64? = nil, body: [UInt8]) {
            self.kind = kind
            self.schema = schema
            self.body = body
        }
    }

    /// The operation's id, the same in every retry: chosen by the device, or derived from the request id of a
    /// `secret.*` call.
    public var opID: OperationID
    public var type: SecretOperation
    /// The secret that the operation changes.
    public var id: SecretID
    /// nil if the caller had no version of the secret.
    public var base: Base?
    /// The account's sequence number when the operation was made, by which an expired operation is recognised. nil for
    /// callers that store nothing.
    public var knownSeq: Int64?
    /// The epoch of ``knownSeq``; nil means the epoch in force.
    public var knownEpoch: EpochID?
    /// If the vault does not know the epoch of ``base``: the last sequence number up to which the history of that epoch
    /// and the present one are the same, as far as the caller knows; nil counts as 0.
    public var sharedSeq: Int64?
    /// The new body, which a create, an update and the restore of a tombstone need.
    public var content: Content?
    /// The rev of a former version, which the operation makes the present one in place of ``content``; the secret's own rev
    /// to take it out of the trash. The type is then ``SecretOperation/restore``.
    public var version: Int64?
    /// The id of the copy that ``onConflict`` or ``onGone`` may ask for.
    public var copyID: SecretID?
    public var onConflict: OnConflict
    public var onGone: OnGone
    /// Lets a trash or delete apply to any rev.
    public var force: Bool
    /// True if the operation only repeats its base: the body is that of the base, or the base is a tombstone or a move
    /// to the trash. If the base was lost in a restore, a lost version of the same epoch with a higher rev may then
    /// replace the result.
    public var bringsBack: Bool
    /// Who sends the operation. It is not part of what makes a repeated operation the same.
    public var origin = OperationOrigin.device

    public init(
        _ type: SecretOperation, _ id: SecretID, opID: OperationID, base: Base? = nil, knownSeq: Int64? = nil,
        knownEpoch: EpochID? = nil, sharedSeq: Int64? = nil, content: Content? = nil, version: Int64? = nil,
        copyID: SecretID? = nil, onConflict: OnConflict = .return, onGone: OnGone = .return, force: Bool = false,
        bringsBack: Bool = false
    ) {
        self.opID = opID
        self.type = type
        self.id = id
        self.base = base
        self.knownSeq = knownSeq
        self.knownEpoch = knownEpoch
        self.sharedSeq = sharedSeq
        self.content = content
        self.version = version
        self.copyID = copyID
        self.onConflict = onConflict
        self.onGone = onGone
        self.force = force
        self.bringsBack = bringsBack
    }
}
