public import Domain
public import JSONRPC
public import Primitives

public enum ChildState: Method {
    public static let name = "child.state"
    public static let summary = "Returns the state of the child's access on this device."
    public static let explanation =
        "A device key that was never bound is UNAUTHENTICATED. After its binding has ended a device learns why for 395 days: "
        + "CHILD_ACCESS_REVOKED, or CHILD_INVITE_VERIFY after child.resetAccess and after another device was bound, with endedBy. "
        + "A device deletes entries only for accessRevoked of the binding that it has. accountDeleted is the answer to a device "
        + "without a binding if the child that it names was deleted."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let isRead = true

    public static let faults: [FaultKind] = [.accountDeleted]

    public struct Params: WireObject {
        public var childId: AccountID?
        public enum CodingKeys: String, CodingKey { case childId }

        public init(childId: AccountID? = nil) { self.childId = childId }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .childId: Field("The child that the device knows; absent if it knows none")
            }
        }
    }

    public struct Answer: WireObject {
        public var state: ChildAccess.State
        public var childId: AccountID?
        public var deviceId: DeviceID?
        public var attemptsLeft: Int?
        public var bindingId: BindingID?
        public var endedBy: Open<BindingEnd>?
        public enum CodingKeys: String, CodingKey { case state, childId, deviceId, attemptsLeft, bindingId, endedBy }

        public init(
            state: ChildAccess.State, childId: AccountID? = nil, deviceId: DeviceID? = nil, attemptsLeft: Int? = nil,
            bindingId: BindingID? = nil, endedBy: Open<BindingEnd>? = nil
        ) {
            (self.state, self.childId) = (state, childId)
            (self.deviceId, self.attemptsLeft) = (deviceId, attemptsLeft)
            (self.bindingId, self.endedBy) = (bindingId, endedBy)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .state: .childState
            case .childId: Field("The child; absent without a binding")
            case .deviceId: Field("This device; absent without a binding")
            case .attemptsLeft:
                Field("The wrong PINs that the device has left; absent without a binding", .range(0...10))
            case .bindingId: .binding
            case .endedBy: Field("What has ended the binding; absent while it holds")
            }
        }
    }

    public static let example = (
        params: Params(childId: Sample.child),
        answer: Answer(
            state: .childPINLogin, childId: Sample.child, deviceId: Sample.device, attemptsLeft: 3,
            bindingId: Sample.binding)
    )
}
