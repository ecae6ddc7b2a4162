import Contracts
import Primitives
import SQL
import StrictJSON

/// The conversion between the rows of the table `entry` and `LocalEntry`.
///
/// Two columns keep the names they were released with: `parked` holds `blocked` and `made` holds `createdAt`. The
/// column `base_state` is null for a current base, and `base_content` in a row that no version since migration 8 has
/// written. `EntryTable+selections.swift` holds the selections, and the statements that change rows without decrypting
/// them.
enum EntryTable {
    static let columns =
        "id, owner, kind, epoch, rev, base, body, op, parked, made, schema, base_state, trash, trashed_at, tomb_epoch, tomb_rev, base_content, from_epoch, from_rev, share, replaced"

    /// Writes all columns but `seen`; `made` keeps its first value.
    ///
    /// - Parameter share: the key of body and base; nil for the platform key.
    static func upsert(
        _ entry: LocalEntry, _ cipher: StoreCipher, under share: ShareKey? = nil
    ) throws -> Statement {
        let content = share?.cipher ?? cipher
        let operation = try entry.inFlight.map { operation in
            guard case .object(let object) = try WireEncoder().encode(operation) else {
                throw DeviceFault.storeFailed(reason: "An operation is not a JSON object.")
            }
            return try cipher.seal(object, context: context(.operation, entry.id))
        }
        return Statement(
            """
            INSERT INTO entry (id, owner, kind, epoch, rev, base, body, op_id, op, parked, made,
              schema, base_state, owed, trash, trashed_at, tomb_epoch, tomb_rev, base_content, from_epoch, from_rev,
              share, replaced)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
              $22, $23)
            ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, kind = excluded.kind, epoch = excluded.epoch,
              rev = excluded.rev, base = excluded.base, body = excluded.body, op_id = excluded.op_id,
              op = excluded.op, parked = excluded.parked, schema = excluded.schema, base_state = excluded.base_state,
              owed = excluded.owed, trash = excluded.trash, trashed_at = excluded.trashed_at,
              tomb_epoch = excluded.tomb_epoch, tomb_rev = excluded.tomb_rev, base_content = excluded.base_content,
              from_epoch = excluded.from_epoch, from_rev = excluded.from_rev, share = excluded.share,
              replaced = excluded.replaced
            """,
            .identifier(entry.id), .bytesOrNull(entry.owner?.bytes), .text(entry.kind),
            .identifierOrNull(entry.base?.version.epoch), .intOrNull(entry.base?.version.rev.value),
            .bytesOrNull(
                try entry.base.map { try content.seal($0.content.storedObject, context: context(.base, entry.id)) }),
            .bytesOrNull(try entry.body.map { try content.seal($0, context: context(.body, entry.id)) }),
            .identifierOrNull(entry.inFlight?.opId), .bytesOrNull(operation), .textOrNull(entry.blocked?.reason),
            .instant(entry.createdAt), .int(entry.schema),
            .textOrNull(entry.base.flatMap { $0.state == .current ? nil : $0.state.rawValue }), .bool(entry.isOwed),
            .enumValueOrNull(entry.trash?.state), .instantOrNull(entry.trash?.at),
            .identifierOrNull(entry.trash?.tombstone?.epoch), .intOrNull(entry.trash?.tombstone?.rev.value),
            .textOrNull(entry.base?.content.storedName), .identifierOrNull(entry.base?.madeFrom?.epoch),
            .intOrNull(entry.base?.madeFrom?.rev.value), .bytesOrNull(share?.id),
            .bytesOrNull(
                try entry.replaced.storedObject().map { try content.seal($0, context: context(.replaced, entry.id)) }))
    }

    /// Reads a row of `columns`; nil for one whose key is not among `keys`.
    static func entry(_ row: Row, _ cipher: StoreCipher, _ keys: [ShareKey] = []) throws -> LocalEntry? {
        let share = try row.bytesOrNil(19), key = keys.first { $0.id == share }
        if share != nil, key == nil { return nil }
        let content = key?.cipher ?? cipher
        guard let id = SecretID(bytes: try row.bytes(0)) else {
            throw DeviceFault.storeFailed(reason: "A row has no id.")
        }
        var entry = LocalEntry(
            id: id, kind: try row.text(2), schema: Int(try row.int(10)), base: nil,
            body: try row.bytesOrNil(6).map { try content.open($0, context: context(.body, id)) },
            blocked: try row.textOrNil(8).map(Blocked.init), createdAt: Instant(ms: try row.int(9)),
            owner: try row.bytesOrNil(1).map(OwnerTag.init))
        if let version = try version(row, epoch: 3, rev: 4), let sealed = try row.bytesOrNil(5) {
            let object = try content.open(sealed, context: context(.base, id))
            let state: BaseState = try row.enumValueOrNil(11) ?? .current
            entry.base = .init(
                version: version, content: try baseContent(row, object, state, isVisible: entry.body != nil),
                state: state)
            entry.base?.madeFrom = try self.version(row, epoch: 17, rev: 18)
        }
        entry.inFlight = try row.bytesOrNil(7).map {
            try WireDecoder().decode(PushOp.self, from: .object(try cipher.open($0, context: context(.operation, id))))
        }
        entry.trash = try trash(row)
        if let sealed = try row.bytesOrNil(20) {
            entry.replaced = try [ReplacedLabel](
                storedObject: try content.open(sealed, context: context(.replaced, id)))
        }
        return entry
    }

    private static func baseContent(
        _ row: Row, _ object: JSONObject, _ state: BaseState, isVisible: Bool
    ) throws -> BaseContent {
        guard let name = try row.textOrNil(16) else {
            return BaseContent(ofEarlierVersion: object, state: state, isVisible: isVisible)
        }
        guard let content = BaseContent(storedName: name, storedObject: object) else {
            throw DeviceFault.storeFailed(reason: "A row has the unknown content \(name).")
        }
        return content
    }

    private static func trash(_ row: Row) throws -> LocalTrash? {
        guard let state: LocalTrash.State = try row.enumValueOrNil(12) else { return nil }
        return LocalTrash(
            state: state, at: try row.instant(13), tombstone: try version(row, epoch: 14, rev: 15))
    }

    static func version(_ row: Row, epoch: Int, rev: Int) throws -> ItemBase? {
        guard let epoch: EpochID = try row.identifierOrNil(epoch), let rev = try row.intOrNil(rev) else { return nil }
        return ItemBase(epoch: epoch, rev: DecimalInt64(rev))
    }

    /// The encrypted columns; the raw value is part of the encryption context and must not change.
    private enum SealedColumn: UInt8 {
        case base = 1, body, operation, replaced
    }

    private static func context(_ column: SealedColumn, _ id: SecretID) -> [UInt8] { id.bytes + [column.rawValue] }
}
