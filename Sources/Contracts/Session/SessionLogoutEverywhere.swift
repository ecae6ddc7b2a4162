public import JSONRPC
public import Primitives

public enum SessionLogoutEverywhere: Method {
    public static let name = "session.logoutEverywhere"
    public static let summary = "Logs out on every device: the account's TokenSecret record is replaced."
    public static let explanation =
        "Tokens issued before are invalid in auth when the call returns, and in the vault within two seconds. The devices "
        + "stay admitted, and a code logs each of them in again; with forgetDevices the others have to be admitted again, "
        + "which needs a confirmation as device.remove does."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let faults: [FaultKind] = FaultKind.ofConfirmations + [.requestIdReused]

    public struct Params: WireObject {
        public var forgetDevices: Bool?
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case forgetDevices, confirmation, requestId }

        public init(
            forgetDevices: Bool? = nil, confirmation: GivenConfirmation? = nil, requestId: RequestID? = nil
        ) {
            (self.forgetDevices, self.confirmation, self.requestId) = (forgetDevices, confirmation, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .forgetDevices:
                Field("True if a device is lost: the admissions of all other devices are withdrawn; false when absent")
            case .confirmation: .confirmation
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var ended: Int
        public var suspendedUntilMs: Instant?
        public enum CodingKeys: String, CodingKey { case ended, suspendedUntilMs }

        public init(ended: Int, suspendedUntilMs: Instant? = nil) {
            (self.ended, self.suspendedUntilMs) = (ended, suspendedUntilMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ended: Field("The number of sessions that ended, this one included", .range(0...1_000_000))
            case .suspendedUntilMs: .suspendedUntil
            }
        }
    }

    public static let example = (params: Params(), answer: Answer(ended: 2))
}
