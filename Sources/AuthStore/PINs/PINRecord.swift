public import Primitives
import SQL

/// A row of `pin`: the PIN of an account. The service holds the public key that a device derives from the PIN, encrypted.
public struct PINRecord: Sendable, Hashable {
    public let account: AccountID
    /// Increases with every new PIN of the account, and never goes back to an earlier number.
    public let generation: Int64
    /// The 16 bytes with which the key is derived.
    public let salt: [UInt8]
    /// The name and the parameters of the key derivation, as the device of the PIN has used them.
    public let derivation: String
    /// The public key, encrypted by the service and bound to the account and the generation.
    public let keySealed: Sealed
    /// The attempts of admitted devices in a row without a right one.
    public let attempts: Int64
    /// The attempts of all devices that were not right, since the PIN was made.
    public let failures: Int64
    /// The moment at which too many attempts of admitted devices blocked the account; nil if none did.
    public let lockedAt: Instant?
    /// The moment until which new devices may not try the PIN; in the past if they may.
    public let newDevicesWaitUntil: Instant
    public let made: Instant
    /// The moment from which the PIN confirms acts on the account.
    public let countsFrom: Instant

    static let columns = """
        account, generation, salt, derivation, key_sealed, seal_key, attempts, failures, locked_at, waits_until, made, \
        counts_from
        """

    init(_ row: Row) throws {
        account = try row.identifier(0)
        generation = try row.int(1)
        salt = try row.bytes(2)
        derivation = try row.text(3)
        keySealed = Sealed(try row.bytes(4), key: try row.keyNumber(5))
        attempts = try row.int(6)
        failures = try row.int(7)
        lockedAt = try row.instantOrNil(8)
        newDevicesWaitUntil = try row.instant(9)
        made = try row.instant(10)
        countsFrom = try row.instant(11)
    }
}
