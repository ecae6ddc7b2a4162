public import JSONRPC
public import Primitives

public enum DeviceRemove: Method {
    public static let name = "device.remove"
    public static let summary = "Withdraws another device's admission and ends its sessions, for a device that is lost."
    public static let explanation =
        "The tokens of the device answer deviceRevoked, and a code alone does not log it in any more: it has to be "
        + "admitted again. The caller's own device cannot be removed; session.logout leaves with it."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let faults: [FaultKind] = [.deviceUnknown, .requestIdReused]

    public struct Params: WireObject {
        public var deviceId: DeviceID
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case deviceId, requestId }

        public init(deviceId: DeviceID, requestId: RequestID? = nil) {
            (self.deviceId, self.requestId) = (deviceId, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .deviceId: Field("The device, from device.list")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(deviceId: Sample.device), answer: Nothing())
}
