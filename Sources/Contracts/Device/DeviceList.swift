public import JSONRPC

public enum DeviceList: Method {
    public static let name = "device.list"
    public static let summary = "Lists the account's devices that are or were admitted, with or without a live session."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var devices: [DeviceView]
        public enum CodingKeys: String, CodingKey { case devices }

        public init(devices: [DeviceView]) { self.devices = devices }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .devices: Field("The devices, the one used last first", .items(0...1000))
            }
        }
    }

    public static let example = (params: Nothing(), answer: Answer(devices: [Sample.deviceView]))
}
