public import Domain
public import JSONRPC
public import Primitives

public enum AccountMe: Method {
    public static let name = "account.me"
    public static let summary = "Returns what auth has stored about the person."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var accountId: AccountID
        public var phone: String?
        public var kind: Open<Role>
        public var group: GroupID
        public var approval: ApprovalStatus
        public var createdAtMs: Instant
        public var recoveryCodesLeft: Int
        public var newRecoveryCodesCountFromMs: Instant?
        public var heldUntilMs: Instant?
        public var pinReset: PINReset?
        public var phoneChangeUndoableUntilMs: Instant?
        public enum CodingKeys: String, CodingKey {
            case accountId, phone, kind, group, approval, createdAtMs, recoveryCodesLeft, newRecoveryCodesCountFromMs
            case heldUntilMs, pinReset, phoneChangeUndoableUntilMs
        }

        public init(
            accountId: AccountID, phone: String?, kind: Open<Role>, group: GroupID, approval: ApprovalStatus,
            createdAtMs: Instant, recoveryCodesLeft: Int, newRecoveryCodesCountFromMs: Instant? = nil,
            heldUntilMs: Instant? = nil, pinReset: PINReset? = nil, phoneChangeUndoableUntilMs: Instant? = nil
        ) {
            (self.accountId, self.phone, self.kind) = (accountId, phone, kind)
            (self.group, self.approval, self.createdAtMs) = (group, approval, createdAtMs)
            self.recoveryCodesLeft = recoveryCodesLeft
            self.newRecoveryCodesCountFromMs = newRecoveryCodesCountFromMs
            self.heldUntilMs = heldUntilMs
            self.pinReset = pinReset
            self.phoneChangeUndoableUntilMs = phoneChangeUndoableUntilMs
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The account")
            case .phone: Field("The whole phone number; absent if the account has none")
            case .kind: Field("Member, parent, child or operator")
            case .group: Field("The facility group")
            case .approval: Field("The person's approval status")
            case .createdAtMs: Field("The time at which the account was created")
            case .recoveryCodesLeft: Field("The number of unused recovery codes that count now", .range(0...10))
            case .newRecoveryCodesCountFromMs:
                Field("Present if newer recovery codes do not count yet: the moment from which they do")
            case .heldUntilMs:
                Field("Present while a device of the account is suspended: the moment at which it is removed")
            case .phoneChangeUndoableUntilMs:
                Field("Present after a change of the number that can be undone: the moment until which it can")
            case .pinReset: Field("Present while a new PIN waits to take effect, after pin.requestReset")
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(
            accountId: Sample.account, phone: Sample.phone, kind: Open(.member), group: Sample.group,
            approval: .waitingForApproval, createdAtMs: Sample.earlier, recoveryCodesLeft: 10)
    )
}
