public import JSONRPC
public import Primitives
public import StrictJSON

/// Adds an item.
public enum SecretAdd: Method {
    /// The wire's name.
    public static let name = "secret.add"
    /// For the table of methods.
    public static let summary = "Adds an item."
    /// For the document.
    public static let explanation = "Adds an item."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["sync"])
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .conflict, .itemGone, .bodyRefused,
        .limitReached, .requestIdReused,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// Otp, note, login or opaque
        public var kind: String
        /// The content
        public var body: JSONObject
        /// Chosen by the caller; made by the service when absent
        public var id: SecretID?
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case kind, body, id, requestId
        }

        /// See the members.
        public init(kind: String, body: JSONObject, id: SecretID? = nil, requestId: RequestID? = nil) {
            self.kind = kind
            self.body = body
            self.id = id
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .kind: Field("Otp, note, login or opaque", .length(1...16))
            case .body: Field("The content")
            case .id: Field("Chosen by the caller; made by the service when absent")
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
            Params(kind: "otp", body: Sample.body, id: Sample.secret),
            Answer(id: Sample.secret, rev: DecimalInt64(3), epoch: Sample.epoch)
        )
    }
}
