import Domain
public import JSONRPC

public enum GroupList: Method {
    public static let name = "group.list"
    public static let summary = "Lists the facility groups that a person may join at registration."
    public static let explanation =
        "At the administration socket every group is listed. At most 1000 groups are listed."
    public static let credential = Credential.open
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var groups: [GroupView]
        public enum CodingKeys: String, CodingKey { case groups }

        public init(groups: [GroupView]) { self.groups = groups }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .groups: Field("The groups, in order of name", .items(0...1000))
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(groups: [
            GroupView(
                group: Sample.group, registers: .member, approval: .manual, devices: .one, verification: .otp,
                pin: .optional, secondFactor: .optional, isJoinable: true, offlineUnlockHours: 72)
        ])
    )
}
