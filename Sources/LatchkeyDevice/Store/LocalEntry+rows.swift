import Contracts
import Primitives
import SQL
import StrictJSON

extension LocalEntry {
    static let columns = "id, owner, kind, epoch, rev, base, body, op, parked, made"

    /// Reads a row of `columns`.
    init(_ row: Row, _ sealing: Sealing) throws {
        guard let id = SecretID(bytes: try row.bytes(0)) else {
            throw DeviceFault.storeFailed("A row has no id.")
        }
        self.id = id
        owner = try row.bytesOrNil(1)
        kind = try row.text(2)
        if let epoch = try row.bytesOrNil(3).flatMap({ EpochID(bytes: $0) }), let rev = try row.intOrNil(4),
            let sealed = try row.bytesOrNil(5)
        {
            base = Base(
                version: ItemBase(epoch: epoch, rev: DecimalInt64(rev)),
                body: try sealing.open(sealed, for: id.bytes + [1]))
        }
        body = try row.bytesOrNil(6).map { try sealing.open($0, for: id.bytes + [2]) }
        sent = try row.bytesOrNil(7).map {
            try WireDecoder().decode(PushOp.self, from: .object(try sealing.open($0, for: id.bytes + [3])))
        }
        parked = try row.textOrNil(8)
        made = Instant(ms: try row.int(9))
    }

    /// Writes the row, replacing one of the same id.
    func store(in transaction: any Transaction, _ sealing: Sealing) throws {
        let op: [UInt8]? = try sent.map { op in
            guard case .object(let object) = try WireEncoder().encode(op) else {
                throw DeviceFault.storeFailed("An operation is no object.")
            }
            return try sealing.seal(object, for: id.bytes + [3])
        }
        try transaction.run(
            Statement(
                """
                INSERT INTO entry (id, owner, kind, epoch, rev, base, body, op_id, op, parked, made)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, kind = excluded.kind, epoch = excluded.epoch,
                  rev = excluded.rev, base = excluded.base, body = excluded.body, op_id = excluded.op_id,
                  op = excluded.op, parked = excluded.parked
                """,
                .bytes(id.bytes), .bytesOrNull(owner), .text(kind),
                .bytesOrNull(base?.version.epoch.bytes), .intOrNull(base?.version.rev.value),
                .bytesOrNull(try base.map { try sealing.seal($0.body, for: id.bytes + [1]) }),
                .bytesOrNull(try body.map { try sealing.seal($0, for: id.bytes + [2]) }),
                .bytesOrNull(sent?.opId.bytes), .bytesOrNull(op), .textOrNull(parked), .int(made.ms)))
    }

    /// Reads one entry by id.
    static func find(_ id: SecretID, _ transaction: any Transaction, _ sealing: Sealing) throws -> LocalEntry? {
        try transaction.run(Statement("SELECT \(columns) FROM entry WHERE id = $1", .bytes(id.bytes))).first
            .map { try LocalEntry($0, sealing) }
    }

    /// Reads all entries.
    static func all(_ transaction: any Transaction, _ sealing: Sealing) throws -> [LocalEntry] {
        try transaction.run(Statement("SELECT \(columns) FROM entry ORDER BY made, id")).map {
            try LocalEntry($0, sealing)
        }
    }

    /// Removes the row.
    func remove(from transaction: any Transaction) throws {
        try transaction.run(Statement("DELETE FROM entry WHERE id = $1", .bytes(id.bytes)))
    }
}
