import Audit
import SQL
import VaultService
import VaultStore

extension VaultFixture {
    /// The rows of the audit log, chained now, the oldest first.
    func auditRows() async throws -> [AuditRow] {
        try await vault.chainAuditLog(waiting: true)
        return try await store.auditLog.rows(AuditFilter(), limit: 500).reversed().map(\.row)
    }

    /// Kind, detail, count and party of each row.
    func auditWords() async throws -> [String] {
        try await auditRows().map { row in
            [row.kind, row.detail, row.count.map { "\($0)" }, row.actor].compactMap(\.self).joined(separator: " ")
        }
    }

    /// The counts of the hours that are not over.
    func readCounts() async throws -> [Int64] {
        try await database.select(Statement("SELECT n FROM vault_read ORDER BY n")).map { try $0.int(0) }
    }
}
