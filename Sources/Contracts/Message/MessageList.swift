public import JSONRPC

public enum MessageList: Method {
    public static let name = "message.list"
    public static let summary = "Lists the messages with codes of the last two days, the newest first."
    public static let explanation =
        "The list says which driver took each message and what it reported about the delivery. With phone, only the "
        + "messages to this number are listed, whether or not it has an account. No code is shown."
    public static let credential = Credential.administrator
    public static let isRead = true
    public static let faults: [FaultKind] = []

    public struct Params: WireObject {
        public var phone: String?
        public var limit: Int?
        public enum CodingKeys: String, CodingKey { case phone, limit }

        public init(phone: String? = nil, limit: Int? = nil) { (self.phone, self.limit) = (phone, limit) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .limit: Field("The largest number of messages in the list; 100 when absent", .range(1...200))
            }
        }
    }

    public struct Answer: WireObject {
        public var messages: [MessageView]
        public enum CodingKeys: String, CodingKey { case messages }

        public init(messages: [MessageView]) { self.messages = messages }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .messages: Field("The messages, the newest first", .items(0...200))
            }
        }
    }

    public static let example = (
        params: Params(phone: Sample.phone), answer: Answer(messages: [Sample.message])
    )
}
