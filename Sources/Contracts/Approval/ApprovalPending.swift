public import Domain
public import JSONRPC
public import Primitives

public enum ApprovalPending: Method {
    public static let name = "approval.pending"
    public static let summary = "Lists the people an operator may decide about, those who wait longest first."
    public static let credential = Credential.session(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .operations]
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
            case .group: Field("Only this group")
            case .status: Field("Only this status; waitingForApproval when absent")
            case .phone: Field("Only the person with this number", .length(5...40))
            case .limit: Field("At most so many; 100 when absent", .range(1...500))
            }
        }
    }

    public struct Answer: WireObject {
        public var people: [PendingPerson]

        public enum CodingKeys: String, CodingKey { case people }

        public init(people: [PendingPerson]) { self.people = people }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .people: Field("Longest waiting first", .items(0...500))
            }
        }
    }

    public static let example = (params: Params(group: Sample.group), answer: Answer(people: [Sample.pending]))
}
