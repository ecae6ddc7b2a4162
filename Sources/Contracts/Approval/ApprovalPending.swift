public import Domain
public import JSONRPC
public import Primitives

/// Lists the people an operator may decide about, those who wait longest first.
public enum ApprovalPending: Method {
    /// The wire's name.
    public static let name = "approval.pending"
    /// For the table of methods.
    public static let summary = "Lists the people an operator may decide about, those who wait longest first."
    /// For the document.
    public static let explanation =
        "Lists the people an operator may decide about, those who wait longest first."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["approvals.decide"])
    /// Where it is served.
    public static let listeners: Set<Listener> = [.public, .operations]
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.notYourGroup]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// Only this group
        public var group: GroupID?
        /// Only this status; waitingForApproval when absent
        public var status: ApprovalStatus?
        /// Only the person with this number
        public var phone: String?
        /// At most so many; 100 when absent
        public var limit: Int?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case group, status, phone, limit
        }

        /// See the members.
        public init(group: GroupID? = nil, status: ApprovalStatus? = nil, phone: String? = nil, limit: Int? = nil) {
            self.group = group
            self.status = status
            self.phone = phone
            self.limit = limit
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .group: Field("Only this group")
            case .status: Field("Only this status; waitingForApproval when absent")
            case .phone: Field("Only the person with this number", .length(5...40))
            case .limit: Field("At most so many; 100 when absent", .range(1...500))
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// Longest waiting first
        public var people: [PendingPerson]

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case people
        }

        /// See the members.
        public init(people: [PendingPerson]) {
            self.people = people
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .people: Field("Longest waiting first", .items(0...500))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(group: Sample.group),
            Answer(people: [Sample.pending])
        )
    }
}
