public import JSONRPC

public enum KeyList: Method {
    public static let name = "key.list"
    public static let summary =
        "Lists the keys that are replaced while the service runs, with their states; at most the latest 500."
    public static let explanation =
        "The command keys list calls it; access to the administration socket is enough. A key becomes active only when "
        + "every running instance has read it. The keys of the vault are its wrapping keys, kek-1 and so on."
    public static let credential = Credential.administrator
    public static let isRead = true
    public static let faults: [FaultKind] = []

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var keys: [KeyView]
        public var instances: [String]
        public enum CodingKeys: String, CodingKey { case keys, instances }

        public init(keys: [KeyView], instances: [String]) { (self.keys, self.instances) = (keys, instances) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .keys: Field("The keys by kind and number", .items(0...500))
            case .instances: Field("The running instances, each as host and process", .items(0...1000))
            }
        }
    }

    public static let example = (
        params: Nothing(), answer: Answer(keys: [Sample.keyView], instances: ["host-1:4711"])
    )
}
