public import JSONRPC
public import Primitives
public import StrictJSON

/// Brings a trashed item back, or a deleted one with a body.
public enum SecretRestore: Method {
    /// The wire's name.
    public static let name = "secret.restore"
    /// For the table of methods.
    public static let summary = "Brings a trashed item back, or a deleted one with a body."
    /// For the document.
    public static let explanation = "Brings a trashed item back, or a deleted one with a body."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["sync"])
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .conflict, .bodyRefused,
        .limitReached, .requestIdReused,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The item
        public var id: SecretID
        /// The rev of the trashed item or tombstone
        public var rev: DecimalInt64
        /// The content, for a deleted item
        public var body: JSONObject?
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case id, rev, body, requestId
        }

        /// See the members.
        public init(id: SecretID, rev: DecimalInt64, body: JSONObject? = nil, requestId: RequestID? = nil) {
            self.id = id
            self.rev = rev
            self.body = body
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            case .rev: Field("The rev of the trashed item or tombstone")
            case .body: Field("The content, for a deleted item")
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The item
        public var id: SecretID
        /// Its rev after the change
        public var rev: DecimalInt64
        /// The history the rev belongs to
        public var epoch: EpochID

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case id, rev, epoch
        }

        /// See the members.
        public init(id: SecretID, rev: DecimalInt64, epoch: EpochID) {
            self.id = id
            self.rev = rev
            self.epoch = epoch
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            case .rev: Field("Its rev after the change")
            case .epoch: Field("The history the rev belongs to")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(id: Sample.secret, rev: DecimalInt64(2)),
            Answer(id: Sample.secret, rev: DecimalInt64(3), epoch: Sample.epoch)
        )
    }
}
