public import JSONRPC

public enum AuditAcceptEnd: Method {
    public static let name = "audit.acceptEnd"
    public static let summary =
        "Records an end of the audit log in the key folder of this instance, in place of one that the log does not continue."
    public static let explanation =
        "For a database that was replaced by an older copy without the command `restore`, or a recorded end that was damaged or "
        + "lost. The log has a row about it. It is refused while a table of the service has a trigger, a rule or row level "
        + "security. Every instance has a recorded end of its own."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.auditRefused]

    public struct Params: WireObject {
        public var head: String
        public enum CodingKeys: String, CodingKey { case head }

        public init(head: String) { self.head = head }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .head:
                Field(
                    "The end of the chain as `audit.state` answered it: a number, a colon and 64 hexadecimal digits. The log must "
                        + "have this row", .length(66...90))
            }
        }
    }

    public struct Answer: WireObject {
        public var formerHead: String?
        public enum CodingKeys: String, CodingKey { case formerHead }

        public init(formerHead: String? = nil) { self.formerHead = formerHead }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .formerHead:
                Field("The end that was recorded before; absent if none was, or it cannot be read", .length(66...90))
            }
        }
    }

    public static let example = (
        params: Params(head: Sample.auditHead),
        answer: Answer(formerHead: "7:" + String(repeating: "3c", count: 32))
    )
}
