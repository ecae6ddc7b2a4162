public import Domain
public import JSONRPC
public import Primitives

/// Tells the other service how one session stands, as of a place in the revocation feed.
///
/// Asked once at the first sight of a session. The answer and its place come from one snapshot, so that it can be
/// ordered against events.
public enum TokenIntrospect: Method {
    /// The wire's name.
    public static let name = "token.introspect"
    /// For the table of methods.
    public static let summary = "Tells the other service how one session stands, as of a place in the revocation feed."
    /// For the document.
    public static let explanation =
        "Asked once at the first sight of a session. The answer and its place come from one snapshot, so "
        + "that it can be ordered against events."
    /// What the caller shows.
    public static let credential = Credential.service
    /// Where it is served.
    public static let listeners: Set<Listener> = [.internal]
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = []

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// From the token
        public var accountId: AccountID
        /// From the token
        public var sessionId: SessionID

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case accountId, sessionId
        }

        /// See the members.
        public init(accountId: AccountID, sessionId: SessionID) {
            self.accountId = accountId
            self.sessionId = sessionId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("From the token")
            case .sessionId: Field("From the token")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// Whether the session is alive
        public var active: Bool
        /// The fault that answers its tokens, when it is not
        public var ended: String?
        /// Full, or unproven until admitted
        public var gate: String
        /// The TokenSecret version in force
        public var tsv: DecimalInt64
        /// Where the person stands
        public var approval: ApprovalStatus
        /// The feed this was read from
        public var feedEpoch: EpochID
        /// The last event that was numbered when this was read
        public var asOf: DecimalInt64

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case active, ended, gate, tsv, approval, feedEpoch, asOf
        }

        /// See the members.
        public init(
            active: Bool, ended: String? = nil, gate: String, tsv: DecimalInt64, approval: ApprovalStatus,
            feedEpoch: EpochID, asOf: DecimalInt64
        ) {
            self.active = active
            self.ended = ended
            self.gate = gate
            self.tsv = tsv
            self.approval = approval
            self.feedEpoch = feedEpoch
            self.asOf = asOf
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .active: Field("Whether the session is alive")
            case .ended: Field("The fault that answers its tokens, when it is not")
            case .gate: Field("Full, or unproven until admitted", .length(1...16))
            case .tsv: Field("The TokenSecret version in force")
            case .approval: Field("Where the person stands")
            case .feedEpoch: Field("The feed this was read from")
            case .asOf: Field("The last event that was numbered when this was read")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(accountId: Sample.account, sessionId: Sample.session),
            Answer(
                active: true, gate: "full", tsv: DecimalInt64(1), approval: .approvedForSyncing,
                feedEpoch: Sample.epoch,
                asOf: DecimalInt64(7))
        )
    }
}
