public import JSONRPC

public enum AuditVerify: Method {
    public static let name = "audit.verify"
    public static let summary =
        "Compares every row of the audit log with its authentication code and with the chain, and reports what was altered, "
        + "removed, moved, inserted or cut off."
    public static let credential = Credential.administrator
    public static let isRead = true

    public struct Params: WireObject {
        public var heads: [String]?
        public enum CodingKeys: String, CodingKey { case heads }

        public init(heads: [String]? = nil) { self.heads = heads }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .heads:
                Field(
                    "Ends of the chain that were recorded outside the database: each a number, a colon and 64 hexadecimal "
                        + "digits. The log must reach them, and the one that this instance has recorded",
                    .items(0...100))
            }
        }
    }

    public struct Answer: WireObject {
        public var findings: [String]
        public var rows: Int
        public var unchained: Int
        public var floor: Int
        public var head: String
        public enum CodingKeys: String, CodingKey { case findings, rows, unchained, floor, head }

        public init(findings: [String], rows: Int, unchained: Int, floor: Int, head: String) {
            (self.findings, self.rows, self.unchained) = (findings, rows, unchained)
            (self.floor, self.head) = (floor, head)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .findings:
                Field("What is wrong, one sentence each, the first 1000; empty if the log holds", .items(0...1000))
            case .rows: Field("The number of rows that were verified", .range(0...Int.max))
            case .unchained: Field("How many of them are not chained yet", .range(0...Int.max))
            case .floor: Field("The last row that was deleted by age; 0 if none was", .range(0...Int.max))
            case .head: Field("The end of the chain, to be recorded outside the database", .length(66...90))
            }
        }
    }

    public static let example = (
        params: Params(),
        answer: Answer(findings: [], rows: 1, unchained: 0, floor: 0, head: Sample.auditHead)
    )
}
