public import JSONRPC
public import Primitives

public enum SessionLogoutEverywhere: Method {
    public static let name = "session.logoutEverywhere"
    public static let summary = "Logs out on every device: the account's TokenSecret record is replaced."
    public static let explanation =
        "Tokens issued before are invalid in auth when the call returns, and in the vault within two seconds. The devices "
        + "stay admitted, and a code logs each of them in again; with forgetDevices the others have to be admitted again."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let faults: [FaultKind] = [.requestIdReused]

    public struct Params: WireObject {
        public var forgetDevices: Bool?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case forgetDevices, requestId }

        public init(forgetDevices: Bool? = nil, requestId: RequestID? = nil) {
            (self.forgetDevices, self.requestId) = (forgetDevices, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .forgetDevices:
                Field("True if a device is lost: the admissions of all other devices are withdrawn; false when absent")
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var ended: Int
        public enum CodingKeys: String, CodingKey { case ended }

        public init(ended: Int) { self.ended = ended }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ended: Field("The number of sessions that ended, this one included", .range(0...1_000_000))
            }
        }
    }

    public static let example = (params: Params(), answer: Answer(ended: 2))
}
