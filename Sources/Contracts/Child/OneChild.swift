public import JSONRPC
public import Primitives

/// The params of a parent's method about one child.
public struct OneChild: WireObject {
    public var childId: AccountID
    public var requestId: RequestID?
    public enum CodingKeys: String, CodingKey { case childId, requestId }

    public init(childId: AccountID, requestId: RequestID? = nil) {
        (self.childId, self.requestId) = (childId, requestId)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .childId: .child
        case .requestId: .idempotencyKey
        }
    }
}

extension Field {
    static let child = Field("A child of the caller, from child.list")
    static let childState = Field("The state of the child's access, in the words of the source document")
}

extension FaultKind {
    /// The faults of the methods by which a parent changes the access of a child.
    static let ofChildAccess: [FaultKind] = [.childUnknown, .flowError, .deviceNotBound, .requestIdReused]
}
