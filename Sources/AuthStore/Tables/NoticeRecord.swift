public import Domain
public import Primitives
import SQL

/// A row of `notice`: something that happened to an account.
public struct NoticeRecord: Sendable, Hashable {
    /// Increases with each notice of the account.
    public let ordinal: Int64
    public let at: Instant
    public let kind: NoticeKind
    /// The device that it happened to, or that asked for it; nil where there is none.
    public let device: DeviceID?
    /// The name of the device at that time.
    public let deviceName: String?
    /// The moment until which it can be stopped, or from which it counts; nil where there is none.
    public let until: Instant?

    /// The child that it concerns, in a notice to its parents or to itself.
    public let child: AccountID?
    /// The name that the child had at that time; nil without a child.
    public let childName: String?

    static let columns = "ordinal, at, kind, device, device_name, until, child, child_name"

    init(_ row: Row) throws {
        ordinal = try row.int(0)
        at = try row.instant(1)
        kind = try row.enumValue(2)
        device = try row.identifierOrNil(3)
        deviceName = try row.textOrNil(4)
        until = try row.instantOrNil(5)
        child = try row.identifierOrNil(6)
        childName = try row.textOrNil(7)
    }
}
