public import Primitives
import SQL

/// A device of an account: a key, and whether the account trusts it.
public struct DeviceRecord: Sendable, Hashable {
    /// The device's name to other services.
    public let id: DeviceID
    /// The RFC 7638 thumbprint of its key.
    public let thumbprint: String
    /// What it called itself.
    public let name: String
    /// Whether a right code is enough for it; false until it is admitted, and again after it was shut out.
    public let isAdmitted: Bool
    /// When it was first and last used.
    public let firstUsed: Instant, lastUsed: Instant

    static let columns = "id, thumbprint, name, admitted, first_used, last_used"

    init(_ row: Row) throws {
        id = try row.id(0)
        thumbprint = try row.text(1)
        name = try row.text(2)
        isAdmitted = try row.bool(3)
        firstUsed = try row.instant(4)
        lastUsed = try row.instant(5)
    }
}
