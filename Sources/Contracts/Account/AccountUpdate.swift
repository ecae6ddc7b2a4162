public import JSONRPC
public import Primitives

public enum AccountUpdate: Method {
    public static let name = "account.update"
    public static let summary = "Changes what a person may set of their own account: the name of the device that calls."
    public static let explanation =
        "Role, group, approval and state are decided by others and are no params; the number is proved by a code. "
        + "session.list, device.list and later notices show the new name, and earlier notices keep the former one."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])

    public struct Params: WireObject {
        public var deviceName: DeviceName
        public enum CodingKeys: String, CodingKey { case deviceName }

        public init(deviceName: DeviceName) { self.deviceName = deviceName }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .deviceName: .deviceName
            }
        }
    }

    public struct Answer: WireObject {
        public var deviceId: DeviceID
        public var deviceName: DeviceName
        public enum CodingKeys: String, CodingKey { case deviceId, deviceName }

        public init(deviceId: DeviceID, deviceName: DeviceName) {
            (self.deviceId, self.deviceName) = (deviceId, deviceName)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .deviceId: Field("The device that called")
            case .deviceName: .deviceName
            }
        }
    }

    public static let example = (
        params: Params(deviceName: Sample.deviceName),
        answer: Answer(deviceId: Sample.device, deviceName: Sample.deviceName)
    )
}
