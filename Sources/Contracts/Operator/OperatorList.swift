public import JSONRPC

public enum OperatorList: Method {
    public static let name = "operator.list"
    public static let summary = "Lists the operators, those whose account was created earliest first."
    public static let explanation = "At most 200 operators are listed. The secrets are not shown again."
    public static let credential = Credential.administrator
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var operators: [OperatorView]
        public enum CodingKeys: String, CodingKey { case operators }

        public init(operators: [OperatorView]) { self.operators = operators }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .operators: Field("The operators", .items(0...200))
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(operators: [
            OperatorView(
                accountId: Sample.account, phone: "+49•••••678", groups: [Sample.group], admittedDevices: 1)
        ])
    )
}
