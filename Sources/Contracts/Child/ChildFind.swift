public import JSONRPC
public import Primitives

public enum ChildFind: Method {
    public static let name = "child.find"
    public static let summary = "Finds the children of a parent, or those that have no parent."
    public static let explanation =
        "A child is without a parent after a restore of an older database whose parents were deleted since. Nobody decides about "
        + "its access then: child.addParent gives it a parent, and user.delete deletes it."
    public static let credential = Credential.administrator
    public static let isRead = true
    public static let faults: [FaultKind] = [.userUnknown]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var withoutParent: Bool?
        public enum CodingKeys: String, CodingKey { case phone, accountId, withoutParent }

        public init(phone: String? = nil, accountId: AccountID? = nil, withoutParent: Bool? = nil) {
            (self.phone, self.accountId, self.withoutParent) = (phone, accountId, withoutParent)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .withoutParent:
                Field("True, in place of a person, for the children that have no parent; false when absent")
            }
        }
    }

    public struct Answer: WireObject {
        public var children: [FoundChild]
        public enum CodingKeys: String, CodingKey { case children }

        public init(children: [FoundChild]) { self.children = children }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .children: Field("At most 100 children, in the order of their accounts", .items(0...100))
            }
        }
    }

    public static let example = (
        params: Params(withoutParent: true),
        answer: Answer(children: [FoundChild(childId: Sample.child, name: "Mia", parents: 0)])
    )
}

/// A child as the administrator finds it.
public struct FoundChild: WireObject {
    public var childId: AccountID
    public var name: String
    public var parents: Int
    public enum CodingKeys: String, CodingKey { case childId, name, parents }

    public init(childId: AccountID, name: String, parents: Int) {
        (self.childId, self.name, self.parents) = (childId, name, parents)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .childId: Field("The account of the child")
        case .name: Field("The name that a parent gave to the child", .length(1...DeviceName.maximumLength))
        case .parents: Field("The number of the child's parents", .range(0...4))
        }
    }
}
