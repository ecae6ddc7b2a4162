import Domain
public import JSONRPC
import Primitives

public enum ChildList: Method {
    public static let name = "child.list"
    public static let summary = "Lists the caller's children, those that were added first at first."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var children: [ChildView]
        public enum CodingKeys: String, CodingKey { case children }

        public init(children: [ChildView]) { self.children = children }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .children: Field("The children", .items(0...20))
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(children: [
            ChildView(
                childId: Sample.child, name: Sample.childName.rawValue, state: .childInviteVerify, parents: 1,
                approval: .approvedForSyncing, addedAtMs: Sample.earlier)
        ])
    )
}
