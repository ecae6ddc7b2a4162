public import JSONRPC
public import Primitives

public enum DeviceBind: Method {
    public static let name = "device.bind"
    public static let summary = "Binds this device to the child of an invite."
    public static let explanation =
        "The invite is used up. The child's former device loses its access in the same transaction, and keeps its entries. The "
        + "answer has what the device makes its PIN from, for child.setPIN. A device is bound to one child: it has to be "
        + "released before it can be bound to another."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.inviteInvalid, .deviceBound, .requestIdReused]

    public struct Params: WireObject {
        public var ticket: InviteTicket
        public var deviceName: DeviceName?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case ticket, deviceName, requestId }

        public init(ticket: InviteTicket, deviceName: DeviceName? = nil, requestId: RequestID? = nil) {
            (self.ticket, self.deviceName, self.requestId) = (ticket, deviceName, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ticket: Field("The ticket of invite.verify")
            case .deviceName: .deviceName
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = ChildPINChallenge

    public static let example = (params: Params(ticket: Sample.inviteTicket), answer: Sample.childChallenge)
}
