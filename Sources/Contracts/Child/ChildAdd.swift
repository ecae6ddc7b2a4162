public import JSONRPC
public import Primitives

public enum ChildAdd: Method {
    public static let name = "child.add"
    public static let summary = "Adds a child of the caller."
    public static let explanation =
        "The child gets an account without a phone number. It belongs to the caller's group and is approved for syncing while "
        + "one of its parents is. Its device is bound by an invite. A parent has at most 20 children."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let faults: [FaultKind] = [.tooManyChildren, .requestIdReused]

    public struct Params: WireObject {
        public var name: DeviceName
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case name, requestId }

        public init(name: DeviceName, requestId: RequestID? = nil) { (self.name, self.requestId) = (name, requestId) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .name:
                Field(
                    "The name by which the parents and the child's device show the child",
                    .length(1...DeviceName.maximumLength))
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var childId: AccountID
        public enum CodingKeys: String, CodingKey { case childId }

        public init(childId: AccountID) { self.childId = childId }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .childId: Field("The account of the child")
            }
        }
    }

    public static let example = (params: Params(name: Sample.childName), answer: Answer(childId: Sample.child))
}
