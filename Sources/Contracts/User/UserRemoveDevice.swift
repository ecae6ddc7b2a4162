public import JSONRPC
public import Primitives

public enum UserRemoveDevice: Method {
    public static let name = "user.removeDevice"
    public static let summary =
        "Withdraws the admission of a person's device, and ends its sessions with deviceRevoked."
    public static let explanation =
        "The device has to be admitted again at its next login, like a new one. A session that another device holds goes on. "
        + "An open hold is ended, and the suspended devices stay out, also if this device had suspended them; user.cancelHold admits "
        + "suspended devices again and has to come first. Recovery codes that the device made and that do not count yet are "
        + "withdrawn."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown, .deviceUnknown]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var deviceId: DeviceID
        public var reason: String?
        public enum CodingKeys: String, CodingKey { case phone, accountId, deviceId, reason }

        public init(
            deviceId: DeviceID, phone: String? = nil, accountId: AccountID? = nil, reason: String? = nil
        ) {
            (self.phone, self.accountId, self.deviceId, self.reason) = (phone, accountId, deviceId, reason)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .deviceId: Field("The device, from user.show")
            case .reason: .decisionReason
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(deviceId: Sample.device, phone: Sample.phone), answer: Nothing())
}
