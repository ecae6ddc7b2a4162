public import JSONRPC
public import Primitives

public enum DeviceRemove: Method {
    public static let name = "device.remove"
    public static let summary = "Withdraws another device's admission and ends its sessions, for a device that is lost."
    public static let explanation =
        "The tokens of the device answer deviceRevoked, and a code alone does not log it in any more: it has to be "
        + "admitted again. With a recovery code this takes effect at once. With a one-time code of purpose removeDevice the device "
        + "is suspended: its session ends with loginRequired, and its admission is withdrawn after 72 hours, unless a recovery "
        + "code ends the hold before. The caller's own device cannot be removed; session.logout leaves with it."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let faults: [FaultKind] = FaultKind.ofConfirmations + [.deviceUnknown, .requestIdReused]

    public struct Params: WireObject {
        public var deviceId: DeviceID
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case deviceId, confirmation, requestId }

        public init(deviceId: DeviceID, confirmation: GivenConfirmation? = nil, requestId: RequestID? = nil) {
            (self.deviceId, self.confirmation, self.requestId) = (deviceId, confirmation, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .deviceId: Field("The device, from device.list")
            case .confirmation: .confirmation
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = DeviceRemovalOutcome

    public static let example = (params: Params(deviceId: Sample.device), answer: Answer())
}
