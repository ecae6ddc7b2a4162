public import JSONRPC
public import Primitives

/// Deletes an item, if it is still the one that was read.
public enum SecretDelete: Method {
    /// The wire's name.
    public static let name = "secret.delete"
    /// For the table of methods.
    public static let summary = "Deletes an item, if it is still the one that was read."
    /// For the document.
    public static let explanation = "Deletes an item, if it is still the one that was read."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["sync"])
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .itemUnknown, .conflict,
        .requestIdReused,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The item
        public var id: SecretID
        /// The rev that was read; required unless force is set
        public var rev: DecimalInt64?
        /// Delete whatever is there
        public var force: Bool?
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case id, rev, force, requestId
        }

        /// See the members.
        public init(id: SecretID, rev: DecimalInt64? = nil, force: Bool? = nil, requestId: RequestID? = nil) {
            self.id = id
            self.rev = rev
            self.force = force
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .id: Field("The item")
            case .rev: Field("The rev that was read; required unless force is set")
            case .force: Field("Delete whatever is there")
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
            Params(id: Sample.secret, rev: DecimalInt64(1)),
            Answer(id: Sample.secret, rev: DecimalInt64(3), epoch: Sample.epoch)
        )
    }
}
