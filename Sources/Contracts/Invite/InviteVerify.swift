public import JSONRPC
public import Primitives

public enum InviteVerify: Method {
    public static let name = "invite.verify"
    public static let summary = "Exchanges an invite code for a ticket with which this device can be bound."
    public static let explanation =
        "The invite stays usable: it is used up by device.bind. Unknown, expired, withdrawn, replaced and used codes get the "
        + "same answer. An attempt is counted before the code is compared: ten wrong codes in a row of a device key have to "
        + "wait. Short codes wait after twenty wrong ones in an hour of an address, and those of everybody after a thousand; codes "
        + "of links, which cannot be guessed, then still work, and wrong ones are not counted."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.inviteInvalid, .inviteWait]

    public struct Params: WireObject {
        public var code: InviteCode
        public enum CodingKeys: String, CodingKey { case code }

        public init(code: InviteCode) { self.code = code }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .code: Field("The code of child.invite or child.resetAccess")
            }
        }
    }

    public struct Answer: WireObject {
        public var ticket: InviteTicket
        public var name: String
        public var expiresAtMs: Instant
        public enum CodingKeys: String, CodingKey { case ticket, name, expiresAtMs }

        public init(ticket: InviteTicket, name: String, expiresAtMs: Instant) {
            (self.ticket, self.name, self.expiresAtMs) = (ticket, name, expiresAtMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ticket: Field("The ticket for device.bind, which is valid for this device key alone")
            case .name: Field("The child's name", .length(1...DeviceName.maximumLength))
            case .expiresAtMs: Field("The moment at which the ticket expires: after five minutes, or with the invite")
            }
        }
    }

    public static let example = (
        params: Params(code: Sample.inviteCode),
        answer: Answer(ticket: Sample.inviteTicket, name: Sample.childName.rawValue, expiresAtMs: Sample.soon)
    )
}
