public import Primitives

/// What the administrator ended with every session of a person.
public struct EndedSessions: Sendable, Hashable {
    /// The number of sessions.
    public let count: Int
    /// The devices that were suspended, and still are.
    public let suspended: [DeviceRecord]
    /// The end of the open hold; nil if there is none.
    public let heldUntil: Instant?
}

/// The result of a request of the administrator to end a hold.
public enum HoldCancelling: Sendable, Hashable {
    /// The hold has ended.
    /// - Parameters:
    ///   - admitted: the devices that are admitted again.
    ///   - out: the devices that were suspended and are not admitted any more.
    case cancelled(admitted: [DeviceRecord], out: [DeviceRecord])
    /// A device that was named is not suspended. Nothing was changed.
    case notSuspended
    /// The account does not exist.
    case unknown
}
