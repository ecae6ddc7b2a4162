public import Domain
public import Primitives

/// One operation of a push, as the device that made it wrote it down before sending.
public struct SecretOp: Sendable, Hashable {
    /// What the maker's copy was based on.
    public enum Base: Sendable, Hashable {
        /// A rev, and the epoch it was given in; nil for callers who name none: revs never come twice, so the one in
        /// force is meant.
        case rev(epoch: EpochID?, rev: Int64)
        /// Whatever an earlier operation on the same secret made of it.
        case operation(OperationID)
        /// Whatever is there: the maker does not mind.
        case anything
    }

    /// A body with what must be known to read it.
    public struct Content: Sendable, Hashable {
        /// What kind of secret: `otp`, `note`, `login`, `opaque`; nil for the kind it has.
        public let kind: String?
        /// The version of the kind's body, as the maker knew it; nil for the one it has.
        public let schema: Int64?
        /// The body's JSON, in one canonical form: equal bodies are equal bytes.
        public let body: [UInt8]

        /// A body of a kind.
        public init(kind: String? = nil, schema: Int64? = nil, body: [UInt8]) {
            self.kind = kind
            self.schema = schema
            self.body = body
        }
    }

    /// Chosen by the maker, kept over retries.
    public var opID: OperationID
    /// What is asked.
    public var type: SecretOperation
    /// The secret it is asked of.
    public var id: SecretID
    /// What the maker's copy was based on; nil where it had none.
    public var base: Base?
    /// The head's number its maker knew: how a replay from long ago is told; nil for callers without a store.
    public var knownSeq: Int64?
    /// The new body; a create and an update need one.
    public var content: Content?
    /// The id a copy gets.
    public var copyID: SecretID?
    /// What to do about a conflict.
    public var onConflict: OnConflict
    /// What to do about a secret that is gone.
    public var onGone: OnGone
    /// Trash or delete whatever the rev is.
    public var force: Bool

    /// An operation; what is not given is absent, and nothing is copied, restored or forced.
    public init(
        _ type: SecretOperation, _ id: SecretID, opID: OperationID, base: Base? = nil, knownSeq: Int64? = nil,
        content: Content? = nil, copyID: SecretID? = nil, onConflict: OnConflict = .return, onGone: OnGone = .return,
        force: Bool = false
    ) {
        self.opID = opID
        self.type = type
        self.id = id
        self.base = base
        self.knownSeq = knownSeq
        self.content = content
        self.copyID = copyID
        self.onConflict = onConflict
        self.onGone = onGone
        self.force = force
    }
}
