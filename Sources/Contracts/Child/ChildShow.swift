public import Domain
public import JSONRPC
public import Primitives

public enum ChildShow: Method {
    public static let name = "child.show"
    public static let summary = "Shows a child to the administrator: its parents, and its bound device."
    public static let explanation =
        "The phone numbers of the parents are masked. user.show with the child's account shows the decisions about it."
    public static let credential = Credential.administrator
    public static let isRead = true
    public static let faults: [FaultKind] = [.childUnknown]

    public struct Params: WireObject {
        public var childId: AccountID
        public enum CodingKeys: String, CodingKey { case childId }

        public init(childId: AccountID) { self.childId = childId }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .childId: .child
            }
        }
    }

    public struct Answer: WireObject {
        public var childId: AccountID
        public var name: String
        public var group: GroupID
        public var state: ChildAccess.State
        public var approval: ApprovalStatus
        public var addedAtMs: Instant
        public var parents: [ChildParent]
        public var deviceName: String?
        public var boundAtMs: Instant?
        public enum CodingKeys: String, CodingKey {
            case childId, name, group, state, approval, addedAtMs, parents, deviceName, boundAtMs
        }

        /// Makes the view of a child that has no device.
        public init(
            childId: AccountID, name: String, group: GroupID, state: ChildAccess.State, approval: ApprovalStatus,
            addedAtMs: Instant, parents: [ChildParent]
        ) {
            (self.childId, self.name, self.group, self.state) = (childId, name, group, state)
            (self.approval, self.addedAtMs, self.parents) = (approval, addedAtMs, parents)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .childId: Field("The account of the child")
            case .name: Field("The name that a parent gave to the child", .length(1...DeviceName.maximumLength))
            case .group: Field("The facility group")
            case .state: .childState
            case .approval: Field("The child's approval for syncing, which follows that of its parents")
            case .addedAtMs: Field("The time at which the child was added")
            case .parents: Field("The parents, in the order of their accounts", .items(0...4))
            case .deviceName: Field("The name of the device that is bound to the child", .length(0...64))
            case .boundAtMs: Field("The time at which it was bound")
            }
        }
    }

    public static let example = (
        params: Params(childId: Sample.child),
        answer: Answer(
            childId: Sample.child, name: "Mia", group: Sample.group, state: .childInviteVerify,
            approval: .approvedForSyncing, addedAtMs: Sample.earlier,
            parents: [
                ChildParent(accountId: Sample.account, phone: "+49•••••678", sinceMs: Sample.earlier)
            ])
    )
}

/// A parent of a child as the administrator sees it.
public struct ChildParent: WireObject {
    public var accountId: AccountID
    public var phone: String
    public var sinceMs: Instant
    public enum CodingKeys: String, CodingKey { case accountId, phone, sinceMs }

    public init(accountId: AccountID, phone: String, sinceMs: Instant) {
        (self.accountId, self.phone, self.sinceMs) = (accountId, phone, sinceMs)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .accountId: Field("The account of the parent")
        case .phone: Field("The phone number, masked", .length(0...40))
        case .sinceMs: Field("The time at which the person became a parent of the child")
        }
    }
}
