public import JSONRPC

public enum AuditState: Method {
    public static let name = "audit.state"
    public static let summary =
        "Reports how far the audit log reaches, whether it continues the end that this instance has recorded in its key folder, "
        + "and whether its oldest rows can be deleted."
    public static let credential = Credential.administrator
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var rows: Int
        public var unchained: Int
        public var floor: Int
        public var head: String
        public var recordedHead: String?
        public var contradiction: String?
        public var remedy: String?
        public var retentionProblem: String?
        public enum CodingKeys: String, CodingKey {
            case rows, unchained, floor, head, recordedHead, contradiction, remedy, retentionProblem
        }

        public init(
            rows: Int, unchained: Int, floor: Int, head: String, recordedHead: String? = nil,
            contradiction: String? = nil, remedy: String? = nil, retentionProblem: String? = nil
        ) {
            (self.rows, self.unchained, self.floor, self.head) = (rows, unchained, floor, head)
            (self.recordedHead, self.contradiction, self.remedy) = (recordedHead, contradiction, remedy)
            self.retentionProblem = retentionProblem
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .rows: Field("The number of rows", .range(0...Int.max))
            case .unchained: Field("How many of them are not chained yet", .range(0...Int.max))
            case .floor: Field("The last row that was deleted by age; 0 if none was", .range(0...Int.max))
            case .head: Field("The end of the chain", .length(66...90))
            case .recordedHead:
                Field(
                    "The end that this instance has recorded outside the database; absent before the first, and if it cannot be read",
                    .length(66...90))
            case .contradiction:
                Field(
                    "Why the log does not continue the recorded end, or cannot be trusted to; absent if it does",
                    .length(1...400))
            case .remedy:
                Field("What the administrator does about the contradiction; absent without one", .length(1...400))
            case .retentionProblem:
                Field(
                    "What keeps the rows from being deleted whose time has passed; absent if nothing does",
                    .length(1...400))
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(rows: 1, unchained: 0, floor: 0, head: Sample.auditHead, recordedHead: Sample.auditHead)
    )
}
