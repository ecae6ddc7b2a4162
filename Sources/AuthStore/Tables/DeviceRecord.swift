public import Primitives
import SQL

/// A row of `device`: a device key of an account.
public struct DeviceRecord: Sendable, Hashable {
    /// The identifier other services know the device by.
    public let id: DeviceID
    /// The RFC 7638 thumbprint of the device key.
    public let thumbprint: String
    /// The name the device gave itself; empty if it gave none.
    public let name: String
    /// True if a login with a right code opens a `full` session; false before the device is admitted and after its
    /// admission is withdrawn.
    public let isAdmitted: Bool
    /// True if the device was ever admitted.
    public let wasEverAdmitted: Bool
    /// True if the device lost its admission to a hold (``HoldTable``) that has not been ended.
    public let isSuspended: Bool
    public let firstUsed: Instant, lastUsed: Instant

    static let columns = "id, thumbprint, name, admitted, first_used, last_used, ever_admitted, suspended"

    init(_ row: Row) throws {
        id = try row.identifier(0)
        thumbprint = try row.text(1)
        name = try row.text(2)
        isAdmitted = try row.bool(3)
        firstUsed = try row.instant(4)
        lastUsed = try row.instant(5)
        wasEverAdmitted = try row.bool(6)
        isSuspended = try row.bool(7)
    }
}
