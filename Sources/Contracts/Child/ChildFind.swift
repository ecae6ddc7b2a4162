public import JSONRPC
public import Primitives

public enum ChildFind: Method {
    public static let name = "child.find"
    public static let summary =
        "Finds the children of a parent, those that have no parent, or those whose devices a restore has locked."
    public static let explanation =
        "A child is without a parent after a restore of an older database whose parents were deleted since. Nobody decides about "
        + "its access then: child.addParent gives it a parent, and user.delete deletes it. "
        + "After a restore every bound device of a child is locked until a parent unlocks it, and the parents have to be told."
    public static let credential = Credential.administrator
    public static let isRead = true
    public static let faults: [FaultKind] = [.userUnknown]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var withoutParent: Bool?
        public var lockedByRestore: Bool?
        public enum CodingKeys: String, CodingKey { case phone, accountId, withoutParent, lockedByRestore }

        public init(
            phone: String? = nil, accountId: AccountID? = nil, withoutParent: Bool? = nil, lockedByRestore: Bool? = nil
        ) {
            (self.phone, self.accountId) = (phone, accountId)
            (self.withoutParent, self.lockedByRestore) = (withoutParent, lockedByRestore)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .withoutParent:
                Field("True, in place of a person, for the children that have no parent; false when absent")
            case .lockedByRestore:
                Field(
                    "True, in place of a person, for the children whose device is locked since a restore; false when absent"
                )
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
