public import Domain
public import Primitives
import SQL

/// The rows of one table that hold values made with the keys of a kind.
struct KeyUse {
    let table: String
    /// The column with the number of the key.
    let column: String
    /// A row needs its key while its time is later than now, or than a duration before now.
    private let life: (column: String, after: Duration)?
    /// The condition that a row needs its key, whatever its time; nil for every row.
    private let condition: String?

    /// - Parameters:
    ///   - column: the column with the number of the key; NULL stands for the first key.
    ///   - time: the column with the time after which a row needs its key no more; nil for a row that always does.
    ///   - kept: the duration after that time for which the row still needs its key.
    init(
        _ table: String, _ column: String, until time: String? = nil, keptFor kept: Duration = .zero,
        where condition: String? = nil
    ) {
        (self.table, self.column, self.condition) = (table, column, condition)
        life = time.map { ($0, kept) }
    }

    /// The tables of a kind. A kind whose keys made nothing that rows hold has none.
    static func all(of kind: KeyKind) -> [KeyUse] {
        switch kind {
        case .signing, .nonce, .kek: []
        // A former number is not encrypted again under another key: its row is deleted when the change cannot be undone any
        // more. After the database was replaced by an older copy, that is later than `expires`.
        case .seal: SealedValue.Column.allCases.map(\.use) + [KeyUse("number_change", "seal_key")]
        // The record of deletions is looked up by the tags under every index key.
        case .index: ofNumbers + [KeyUse("deletion", "index_key")]
        case .hash:
            [
                KeyUse("otp_challenge", "hash_key", until: "expires", where: "used_at IS NULL AND ended_at IS NULL"),
                KeyUse("session", "hash_key", until: "expires", where: "ended IS NULL"),
                KeyUse("idempotency", "hash_key", until: "at", keptFor: IdempotencyTable.keptFor),
                KeyUse("operator_enrolment", "hash_key", until: "expires"),
                KeyUse("recovery_set", "hash_key", where: "seed IS NOT NULL"),
                KeyUse("pin_challenge", "hash_key", until: "expires", where: "used_at IS NULL"),
            ]
        }
    }

    /// The tables with rows of phone numbers, which are found by at most two index keys.
    static let ofNumbers = [
        KeyUse("account", "index_key", where: "phone_index IS NOT NULL"),
        KeyUse("registration", "index_key", until: "expires"),
        KeyUse("otp_challenge", "index_key", until: "expires"),
        KeyUse("otp_streak", "index_key", until: "at", keptFor: AttemptStreak.keptFor),
        KeyUse("operator_enrolment", "index_key", until: "expires"),
        KeyUse("number_change", "index_key"),
    ]

    /// Selects columns of the rows that need a key, without locking them.
    func select(_ columns: String, madeWith key: Int, at now: Instant) -> Statement {
        let (conditions, values) = conditions("COALESCE(\(column), 1)", madeWith: key, at: now)
        return Statement("SELECT \(columns) FROM \(table) WHERE \(conditions)", values: values)
    }

    /// Claims at most `limit` rows of a page that need a key; rows that another transaction has locked are left out.
    /// - Parameter primary: the columns of the primary key.
    func claim(
        _ columns: String, of page: RewritePage, orderedBy primary: String, madeWith key: Int, limit: Int,
        at now: Instant
    ) -> Statement {
        var (conditions, values) = conditions(page.operand(column), madeWith: key, at: now)
        if let last = page.after {
            let names = last.indices.map { "$\(values.count + $0 + 1)" }.joined(separator: ", ")
            conditions += " AND (\(primary)) > (\(names))"
            values += last
        }
        values.append(.int(limit))
        return Statement(
            """
            SELECT \(columns) FROM \(table) WHERE \(conditions) ORDER BY \(primary) LIMIT $\(values.count) {claim}
            """, values: values)
    }

    private func conditions(
        _ operand: String, madeWith key: Int, at now: Instant
    ) -> (text: String, values: [SQLValue]) {
        var conditions = ["\(operand) = $1"], values = [SQLValue.int(key)]
        if let condition { conditions.append(condition) }
        if let life {
            values.append(.instant(now - life.after))
            conditions.append("\(life.column) > $\(values.count)")
        }
        return (conditions.joined(separator: " AND "), values)
    }

    /// Counts the rows that need a key.
    static func rows(of key: KeyID, at now: Instant, in transaction: any Transaction) throws -> Int {
        try rows(of: key.number, in: all(of: key.kind), at: now, transaction)
    }

    /// Counts the rows of some tables that need a key.
    /// - Parameter key: the number of the key.
    static func rows(
        of key: Int, in uses: [KeyUse], at now: Instant, _ transaction: any Transaction
    ) throws -> Int {
        try uses.reduce(0) { count, use in
            let row = try transaction.first(use.select("COUNT(*)", madeWith: key, at: now))
            return count + Int(try row?.int(0) ?? 0)
        }
    }
}

extension AuthStore {
    /// Returns the number of rows that need each of the given keys, for those that rows may need.
    public func rowsNeeding(_ keys: [KeyID], at now: Instant) async throws -> [KeyID: Int] {
        try await database.read { transaction in
            try keys.reduce(into: [:]) { counts, key in
                if key.kind.makesRows { counts[key] = try KeyUse.rows(of: key, at: now, in: transaction) }
            }
        }
    }
}
