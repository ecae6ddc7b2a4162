public import Primitives
import SQL

/// A row of `pending_pin`: a PIN that a person has requested in place of a forgotten one.
public struct PendingPINRecord: Sendable, Hashable {
    public let account: AccountID
    let generation: Int64
    let salt: [UInt8]
    let derivation: String
    let keySealed: Sealed
    /// The generation of the PIN whose place it takes.
    let replaced: Int64
    /// The device that made the request.
    public let device: DeviceID
    public let made: Instant
    /// The moment at which it takes effect by itself; nil in a group whose operators approve.
    public let due: Instant?
    /// The version that the approval got when the request set it from approved to waiting; nil if the person was not
    /// approved.
    let approvalVersion: Int64?

    static let columns = """
        account, generation, salt, derivation, key_sealed, seal_key, replaced, device, made, due, approval_version
        """

    init(_ row: Row) throws {
        account = try row.identifier(0)
        generation = try row.int(1)
        salt = try row.bytes(2)
        derivation = try row.text(3)
        keySealed = Sealed(try row.bytes(4), key: try row.keyNumber(5))
        replaced = try row.int(6)
        device = try row.identifier(7)
        made = try row.instant(8)
        due = try row.instantOrNil(9)
        approvalVersion = try row.intOrNil(10)
    }
}
