public import Domain
public import JSONRPC
public import Primitives

public enum ApprovalPending: Method {
    public static let name = "approval.pending"
    public static let summary =
        "Lists the people whose approval an operator may decide, those who have waited longest first."
    public static let explanation =
        "A page begins after the person at which the page before has ended. A person whose approval is decided meanwhile is not "
        + "listed twice, and nobody who waits is left out: they stay in their place, ordered by the time since which they wait."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let isRead = true
    public static let faults: [FaultKind] = [.notYourGroup]

    public struct Params: WireObject {
        public var group: GroupID?
        public var status: ApprovalStatus?
        public var phone: String?
        public var limit: Int?
        public var after: String?
        public enum CodingKeys: String, CodingKey { case group, status, phone, limit, after }

        public init(
            group: GroupID? = nil, status: ApprovalStatus? = nil, phone: String? = nil, limit: Int? = nil,
            after: String? = nil
        ) {
            (self.group, self.status, self.phone, self.limit) = (group, status, phone, limit)
            self.after = after
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .group: Field("Restricts the list to this group")
            case .status: Field("Restricts the list to this status; waitingForApproval when absent")
            case .phone: Field("Restricts the list to the person with this phone number", .length(5...40))
            case .limit: Field("The largest number of people in the list; 100 when absent", .range(1...500))
            case .after: Field("The member next of the page before, for the page that follows it", .length(1...100))
            }
        }
    }

    public struct Answer: WireObject {
        public var people: [PendingPerson]
        public var next: String?
        public enum CodingKeys: String, CodingKey { case people, next }

        public init(people: [PendingPerson], next: String? = nil) { (self.people, self.next) = (people, next) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .people: Field("The people, those who have waited longest first", .items(0...500))
            case .next: Field("Present if more people follow: the value of after for the next page", .length(1...100))
            }
        }
    }

    public static let example = (params: Params(group: Sample.group), answer: Answer(people: [Sample.pending]))
}
