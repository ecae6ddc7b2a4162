import Domain
import Primitives
import SQL

/// One secret as the database stores it, with its body encrypted.
struct ItemRow: Sendable, Hashable {
    let id: SecretID
    var kind: String
    var state: SecretState
    /// The account's sequence number of the row's last change.
    var rev: Int64
    var schema: Int64
    /// The version of the data key that sealed the body.
    var dekVersion: Int64
    /// The rev under which the body was sealed; the seal authenticates it. Moving a secret to the trash or back changes
    /// ``rev`` and not ``bodyRev``.
    var bodyRev: Int64
    /// The encrypted body; nil in a tombstone.
    var sealed: [UInt8]?
    /// A keyed hash of kind, schema and body, by which equal content is recognised without decrypting; nil in a
    /// tombstone.
    var contentMAC: [UInt8]?
    /// The number of bytes of the body before encryption.
    var size: Int64
    let createdAt: Instant
    var updatedAt: Instant
    /// The time at which the secret was last put into the trash or deleted; nil while it is live.
    var deletedAt: Instant?
    var updatedBy: DeviceID
    /// The lost version that a device brought back with the row's last change; nil for every other change. The row
    /// repeats this version, so a higher one of the same epoch may replace it.
    var broughtBack: StoredSecret.LostVersion?
    /// The lost version that the body was made from, as this version of the vault stores it; see ``includes``.
    private var includedVersion: StoredSecret.LostVersion?
}

extension ItemRow {
    /// The lost version that the body repeats or was made from; nil if there is none.
    ///
    /// The previous version of the vault stores only ``broughtBack``. In the trash that is a lost move to the trash,
    /// which brought no body, so the body may be older than the one that was moved.
    var includes: StoredSecret.LostVersion? { state == .trashed ? includedVersion : broughtBack ?? includedVersion }

    /// Records the change that the row is about to get.
    ///
    /// - Parameters:
    ///   - lost: the base of the change if it was lost in a restore.
    ///   - changesContent: true if the change brings a body or erases it; false if it leaves the body that the row has.
    ///   - bringsBack: true if the change only repeats that base.
    mutating func recordChange(
        onLostBase lost: StoredSecret.LostVersion?, changesContent: Bool, bringsBack: Bool
    ) {
        includedVersion = (changesContent ? lost : nil) ?? includes
        broughtBack = bringsBack ? lost : nil
    }
}

extension ItemRow {
    init(_ row: Row) throws {
        id = try row.identifier(0)
        kind = try row.text(1)
        state = try row.enumValue(2)
        rev = try row.int(3)
        schema = try row.int(4)
        dekVersion = try row.int(5)
        bodyRev = try row.int(6)
        sealed = try row.bytesOrNil(7)
        contentMAC = try row.bytesOrNil(8)
        size = try row.int(9)
        createdAt = try row.instant(10)
        updatedAt = try row.instant(11)
        deletedAt = try row.instantOrNil(12)
        updatedBy = try row.identifier(13)
        if let epoch: EpochID = try row.identifierOrNil(14), let rev = try row.intOrNil(15) {
            broughtBack = StoredSecret.LostVersion(epoch: epoch, rev: rev)
        }
        if let epoch: EpochID = try row.identifierOrNil(16), let rev = try row.intOrNil(17) {
            includedVersion = StoredSecret.LostVersion(epoch: epoch, rev: rev)
        }
    }

    /// The row of an absent secret, still without rev and body, which an operation creates or makes a tombstone.
    ///
    /// - Parameter kind: the kind that the operation names; only a delete may name none. The kind of a tombstone does
    ///   not matter, and is then `otp`.
    init(absent id: SecretID, kind: String?, by device: DeviceID, now: Instant) {
        self.init(
            id: id, kind: kind ?? "otp", state: .live, rev: 0, schema: 1, dekVersion: 0, bodyRev: 0, sealed: nil,
            contentMAC: nil, size: 0, createdAt: now, updatedAt: now, deletedAt: nil, updatedBy: device,
            broughtBack: nil)
    }

    /// Turns the row into a tombstone: erases the body and its keyed hash, and keeps the id, the kind and the rev.
    mutating func becomeTombstone(at now: Instant) {
        state = .deleted
        deletedAt = now
        sealed = nil
        contentMAC = nil
        size = 0
    }
}
