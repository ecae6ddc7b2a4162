import Contracts
import Primitives
import SQL
import StrictJSON

/// The statements of the table `entry`, and the conversion between its rows and `LocalEntry`.
///
/// Two columns keep the names they were released with: `parked` holds `rejectedReason` and `made` holds `createdAt`.
enum EntryTable {
    private static let columns = "id, owner, kind, epoch, rev, base, body, op, parked, made"

    static let selectAll = Statement("SELECT \(columns) FROM entry ORDER BY made, id")

    static func select(_ id: SecretID) -> Statement {
        Statement("SELECT \(columns) FROM entry WHERE id = $1", .bytes(id.bytes))
    }

    static func delete(_ id: SecretID) -> Statement {
        Statement("DELETE FROM entry WHERE id = $1", .bytes(id.bytes))
    }

    /// Writes all columns; `made` keeps its first value.
    static func upsert(_ entry: LocalEntry, _ cipher: StoreCipher) throws -> Statement {
        let operation = try entry.inFlight.map { operation in
            guard case .object(let object) = try WireEncoder().encode(operation) else {
                throw DeviceFault.storeFailed(reason: "An operation is not a JSON object.")
            }
            return try cipher.seal(object, context: context(.operation, entry.id))
        }
        return Statement(
            """
            INSERT INTO entry (id, owner, kind, epoch, rev, base, body, op_id, op, parked, made)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, kind = excluded.kind, epoch = excluded.epoch,
              rev = excluded.rev, base = excluded.base, body = excluded.body, op_id = excluded.op_id,
              op = excluded.op, parked = excluded.parked
            """,
            .bytes(entry.id.bytes), .bytesOrNull(entry.owner?.bytes), .text(entry.kind),
            .bytesOrNull(entry.base?.version.epoch.bytes), .intOrNull(entry.base?.version.rev.value),
            .bytesOrNull(try entry.base.map { try cipher.seal($0.body, context: context(.base, entry.id)) }),
            .bytesOrNull(try entry.body.map { try cipher.seal($0, context: context(.body, entry.id)) }),
            .bytesOrNull(entry.inFlight?.opId.bytes), .bytesOrNull(operation), .textOrNull(entry.rejectedReason),
            .int(entry.createdAt.ms))
    }

    /// Reads a row of `columns`.
    static func entry(_ row: Row, _ cipher: StoreCipher) throws -> LocalEntry {
        guard let id = SecretID(bytes: try row.bytes(0)) else {
            throw DeviceFault.storeFailed(reason: "A row has no id.")
        }
        var entry = LocalEntry(
            id: id, kind: try row.text(2), base: nil,
            body: try row.bytesOrNil(6).map { try cipher.open($0, context: context(.body, id)) },
            rejectedReason: try row.textOrNil(8), createdAt: Instant(ms: try row.int(9)),
            owner: try row.bytesOrNil(1).map(OwnerTag.init))
        if let epoch = try row.bytesOrNil(3).flatMap({ EpochID(bytes: $0) }), let rev = try row.intOrNil(4),
            let sealed = try row.bytesOrNil(5)
        {
            entry.base = .init(
                version: ItemBase(epoch: epoch, rev: DecimalInt64(rev)),
                body: try cipher.open(sealed, context: context(.base, id)))
        }
        entry.inFlight = try row.bytesOrNil(7).map {
            try WireDecoder().decode(PushOp.self, from: .object(try cipher.open($0, context: context(.operation, id))))
        }
        return entry
    }

    /// The encrypted columns; the raw value is part of the encryption context and must not change.
    private enum SealedColumn: UInt8 {
        case base = 1, body, operation
    }

    private static func context(_ column: SealedColumn, _ id: SecretID) -> [UInt8] { id.bytes + [column.rawValue] }
}
