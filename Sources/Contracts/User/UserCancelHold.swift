public import JSONRPC
public import Primitives

public enum UserCancelHold: Method {
    public static let name = "user.cancelHold"
    public static let summary = "Ends the hold on a person's account, and admits the suspended devices that are named."
    public static let explanation =
        "A named device logs in with a code alone again; the other suspended devices stay out. A decision is recorded for each "
        + "device that is admitted. Make sure that the person has the named devices in hand and is not the thief: for 72 hours "
        + "no message suspends a device then. Without a suspended device of each name nothing is changed."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown, .deviceUnknown]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var deviceIds: [DeviceID]
        public var reason: String?
        public enum CodingKeys: String, CodingKey { case phone, accountId, deviceIds, reason }

        public init(
            deviceIds: [DeviceID], phone: String? = nil, accountId: AccountID? = nil, reason: String? = nil
        ) {
            (self.phone, self.accountId, self.deviceIds, self.reason) = (phone, accountId, deviceIds, reason)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .deviceIds: Field("The suspended devices to admit again, from user.show", .items(1...100))
            case .reason: .decisionReason
            }
        }
    }

    public struct Answer: WireObject {
        public var admitted: [PersonDevice]
        public var out: [PersonDevice]
        public enum CodingKeys: String, CodingKey { case admitted, out }

        public init(admitted: [PersonDevice], out: [PersonDevice]) { (self.admitted, self.out) = (admitted, out) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .admitted: Field("The devices that are admitted again", .items(0...500))
            case .out: Field("The devices that were suspended and stay out", .items(0...500))
            }
        }
    }

    public static let example = (
        params: Params(deviceIds: [Sample.device], phone: Sample.phone, reason: "the owner has the tablet in hand"),
        answer: Answer(
            admitted: [
                PersonDevice(
                    deviceId: Sample.device, name: "Ada's tablet", isAdmitted: true, hasLiveSession: false,
                    firstUsedAtMs: Sample.earlier, lastUsedAtMs: Sample.earlier)
            ], out: [])
    )
}
