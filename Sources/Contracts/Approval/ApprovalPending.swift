public import Domain
public import JSONRPC
public import Primitives

public enum ApprovalPending: Method {
    public static let name = "approval.pending"
    public static let summary =
        "Lists the people whose approval an operator may decide, those who have waited longest first."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let isRead = true
    public static let faults: [FaultKind] = [.notYourGroup]

    public struct Params: WireObject {
        public var group: GroupID?
        public var status: ApprovalStatus?
        public var phone: String?
        public var limit: Int?
        public enum CodingKeys: String, CodingKey { case group, status, phone, limit }

        public init(group: GroupID? = nil, status: ApprovalStatus? = nil, phone: String? = nil, limit: Int? = nil) {
            (self.group, self.status, self.phone, self.limit) = (group, status, phone, limit)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .group: Field("Restricts the list to this group")
            case .status: Field("Restricts the list to this status; waitingForApproval when absent")
            case .phone: Field("Restricts the list to the person with this phone number", .length(5...40))
            case .limit: Field("The largest number of people in the list; 100 when absent", .range(1...500))
            }
        }
    }

    public struct Answer: WireObject {
        public var people: [PendingPerson]
        public enum CodingKeys: String, CodingKey { case people }

        public init(people: [PendingPerson]) { self.people = people }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .people: Field("The people, those who have waited longest first", .items(0...500))
            }
        }
    }

    public static let example = (params: Params(group: Sample.group), answer: Answer(people: [Sample.pending]))
}
