import Audit
import AuditService
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import VaultService
import VaultStore

extension VaultFixture {
    /// The rows of the audit log, chained now, the oldest first.
    func auditRows() async throws -> [AuditRow] {
        try await vault.audit.chain(waiting: true)
        return try await store.auditLog.rows(AuditFilter(), limit: 500).reversed().compactMap(\.row)
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

    /// Erases the vaults of as many accounts that have none, of which each leaves a row, and chains the rows.
    func purgeAccounts(_ count: Int) async throws {
        for _ in 0..<count {
            let purge = VaultPurge.Params(accountId: id(), requestId: id())
            _ = try await authClient.call(VaultPurge.self, purge)
        }
        try await vault.audit.chain(waiting: true)
    }

    /// Chains the log, and compares it with its recorded end as each instance does every second; returns the recorded end.
    @discardableResult
    func recordAuditEnd() async throws -> AuditHead? {
        try await vault.audit.chain(waiting: true)
        try await vault.audit.recordEnd()
        return auditEnd.head
    }

    /// Removes the end of the audit log, and makes the record of the chain fit, as an intruder does who knows no key.
    func cutOffAuditLog(after number: Int) async throws {
        try await tamper("DELETE FROM audit WHERE number > \(number)")
        try await tamper(
            "UPDATE audit_chain SET head = \(number), "
                + "head_hash = (SELECT chain_hash FROM audit WHERE number = \(number))")
    }

    /// Calls a method at the administration socket, or at another listener.
    func callAsAdministrator<M: Method>(
        _ method: M.Type, _ params: M.Params, at listener: Listener = .administration
    ) async throws -> M.Answer {
        try await InProcessConnection(to: router, at: listener, from: "").call(method, params)
    }

    /// Makes a pass of the sweeper at a time, and another one at the same time after the sweepers have run on.
    func sweep(at moment: Instant, for steady: Duration) async throws {
        clock.set(moment)
        await vault.sweep()
        clock.advance(by: steady)
        clock.set(moment)
        await vault.sweep()
    }
}
