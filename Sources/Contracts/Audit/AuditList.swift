public import Domain
public import JSONRPC
public import Primitives

public enum AuditList: Method {
    public static let name = "audit.list"
    public static let summary = "Lists rows of auth's audit log, the newest first."
    public static let explanation =
        "Every change is recorded in the transaction that makes it, and is listed as soon as it is chained, within about "
        + "a second. An operator names an account, whose person is in one of the operator's groups, and sees the rows since the "
        + "person's last move to another group. A row that was altered so that it cannot be read has the kind unreadable and its "
        + "number."
    public static let credential = Credential.sessionWithProof(scopes: ["users.read"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let isRead = true
    public static let faults: [FaultKind] = [.userUnknown, .notYourGroup]

    public struct Params: WireObject {
        public var accountId: AccountID?
        public var kind: AuditKind?
        public var fromMs: Instant?
        public var toMs: Instant?
        public var before: Int?
        public var limit: Int?
        public enum CodingKeys: String, CodingKey { case accountId, kind, fromMs, toMs, before, limit }

        public init(
            accountId: AccountID? = nil, kind: AuditKind? = nil, fromMs: Instant? = nil, toMs: Instant? = nil,
            before: Int? = nil, limit: Int? = nil
        ) {
            (self.accountId, self.kind, self.fromMs, self.toMs) = (accountId, kind, fromMs, toMs)
            (self.before, self.limit) = (before, limit)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("Only rows about this account, which may be deleted; an operator has to name one")
            case .kind: Field("Only rows of this kind")
            case .fromMs: Field("Only rows of this time or later")
            case .toMs: Field("Only rows before this time")
            case .before: Field("Only rows with a lower number, for the next page", .range(1...Int.max))
            case .limit: Field("The largest number of rows in the list; 100 when absent", .range(1...500))
            }
        }
    }

    public struct Answer: WireObject {
        public var rows: [AuditRowView]
        public enum CodingKeys: String, CodingKey { case rows }

        public init(rows: [AuditRowView]) { self.rows = rows }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .rows: Field("The rows, the newest first", .items(0...500))
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account, kind: .approval), answer: Answer(rows: [Sample.auditRow])
    )
}
