public import Domain
public import Primitives
import SQL

/// The rows of the audit log that a list shows. Nil members exclude nothing.
public struct AuditFilter: Sendable, Hashable {
    public var account: AccountID?
    public var kind: AuditKind?
    /// Rows of this time or later, and rows before this time.
    public var from: Instant?, to: Instant?
    /// Rows with a lower number than this one, for the next page.
    public var before: Int64?

    public init(
        account: AccountID? = nil, kind: AuditKind? = nil, from: Instant? = nil, to: Instant? = nil,
        before: Int64? = nil
    ) {
        (self.account, self.kind, self.from, self.to, self.before) = (account, kind, from, to, before)
    }

    /// Selects the matching rows that are chained, the newest first.
    func select(limit: Int) -> Statement {
        var conditions = ["number IS NOT NULL"], values: [SQLValue] = []
        func add(_ condition: String, _ value: SQLValue?) {
            guard let value else { return }
            values.append(value)
            conditions.append("\(condition) $\(values.count)")
        }
        add("account =", account.map { .identifier($0) })
        add("kind =", kind.map { .enumValue($0) })
        add("at >=", from.map { .instant($0) })
        add("at <", to.map { .instant($0) })
        add("number <", before.map { .integer($0) })
        values.append(.int(limit))
        return Statement(
            """
            SELECT \(AuditRow.columns), number FROM audit WHERE \(conditions.joined(separator: " AND "))
            ORDER BY number DESC LIMIT $\(values.count)
            """, values: values)
    }
}

/// A row with its number in the chain.
public struct NumberedAuditRow: Sendable, Hashable {
    public let number: Int64
    /// Nil if a column was altered to a value that cannot be read.
    public let row: AuditRow?
}

extension AuditLog {
    /// At most `limit` chained rows that match, the newest first. They are not verified.
    public func rows(_ filter: AuditFilter, limit: Int) async throws -> [NumberedAuditRow] {
        try await database.select(filter.select(limit: limit)).map {
            NumberedAuditRow(number: try $0.int(AuditRow.width), row: try? AuditRow($0))
        }
    }

    /// The time of the last row of an account with a kind and a detail, whether it is chained or not; nil if there is none.
    public func lastTime(
        of account: AccountID, _ kind: AuditKind, _ detail: some RawRepresentable<String>
    ) async throws -> Instant? {
        try await database.select(AuditTable.selectLastTime(of: account, kind, detail.rawValue)).first?.instantOrNil(0)
    }
}
