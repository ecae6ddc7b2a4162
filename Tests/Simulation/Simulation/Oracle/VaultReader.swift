import Cryptography
import Primitives
import SQL
import StrictJSON

/// Reads the vault's tables and decrypts its bodies by their formats, without the vault's own store, and without changing
/// anything.
struct VaultReader {
    struct Account {
        let epoch: EpochID
        let seq: Int64
        let epochBase: Int64
        let opFloor: Int64
        let isPurged: Bool
        var items: [StoredEntry] = []
        /// Ids of items whose stored body does not decrypt.
        var unreadable: [SecretID] = []
        var rows = 0
        var dataKeys = 0
        /// The state of each item, tombstones included.
        var states: [SecretID: State] = [:]
        /// The revs above ``bottom`` of the operations that were applied and are in the log.
        var logged: Set<Int64> = []

        /// The rev above which the log has every operation that was applied in the epoch.
        var bottom: Int64 { max(epochBase, opFloor) }
    }

    struct State {
        let name: String
        let rev: Int64
        /// The time at which the item was put into the trash or deleted, by the vault's clock.
        let deletedAt: Instant?
    }

    let wrapping: WrappingKeyFolder

    func read(_ database: any Database) async throws -> [AccountID: Account] {
        try await database.read { transaction in
            var accounts: [AccountID: Account] = [:]
            for row in try transaction.run(
                Statement("SELECT account, seq, epoch_base, state, epoch, op_floor FROM vault_head ORDER BY account"))
            {
                let id: AccountID = try row.identifier(0)
                var account = Account(
                    epoch: try row.identifier(4), seq: try row.int(1), epochBase: try row.int(2),
                    opFloor: try row.int(5), isPurged: try row.text(3) == "purged")
                try read(id, into: &account, transaction)
                accounts[id] = account
            }
            return accounts
        }
    }

    private func read(_ id: AccountID, into account: inout Account, _ transaction: any Transaction) throws {
        var keys: [Int64: Key256] = [:]
        for row in try transaction.run(
            Statement("SELECT version, kek, wrapped FROM vault_dek WHERE account = $1", .identifier(id)))
        {
            let version = try row.int(0), wrapping = try row.text(1)
            let data = LengthPrefixed.encode(
                ["latchkey/dek/1".utf8, wrapping.utf8].map { Array($0) } + [id.bytes, version.bytes])
            account.dataKeys += 1
            guard let key = self.wrapping[wrapping] else { continue }
            keys[version] = (try? AESGCM.open(try row.bytes(2), key: key, aad: data)).flatMap { Key256($0) }
        }
        for row in try transaction.run(
            Statement(
                """
                SELECT id, kind, state, schema, dek_version, body_rev, sealed, rev, deleted_at FROM vault_item
                WHERE account = $1
                """, .identifier(id)))
        {
            account.rows += 1
            let item: SecretID = try row.identifier(0)
            account.states[item] = State(
                name: try row.text(2), rev: try row.int(7), deletedAt: try row.instantOrNil(8))
            guard let sealed = try row.bytesOrNil(6) else { continue }
            let data = LengthPrefixed.encode([
                Array("latchkey/item/1".utf8), id.bytes, item.bytes, Array(try row.text(1).utf8), try row.int(3).bytes,
                try row.int(5).bytes, try row.int(4).bytes,
            ])
            guard let key = keys[try row.int(4)], let body = try? AESGCM.open(sealed, key: key, aad: data),
                case .object(let object)? = try? JSON(parsing: body)
            else {
                account.unreadable.append(item)
                continue
            }
            account.items.append(
                StoredEntry(id: item, body: StoredEntry.texts(object), isLive: try row.text(2) == "live"))
        }
        account.logged = Set(
            try transaction.run(
                Statement(
                    "SELECT rev FROM vault_op WHERE account = $1 AND rev > $2 AND outcome IN ('applied', 'copied')",
                    .identifier(id), .integer(account.bottom))
            ).map { try $0.int(0) })
    }
}

extension Int64 {
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
