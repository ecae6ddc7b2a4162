import Audit
import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Verifies the whole audit log.
    func auditVerify(_ call: Call<AuditVerify, Void>) async throws -> AuditVerify.Answer {
        let heads = try (call.params.heads ?? []).map { text in
            guard let head = AuditHead(text) else { throw Fault(.invalidParams, field: "heads") }
            return head
        }
        guard let log = store.auditLog else { throw Fault(.internalError) }
        let result = try await log.verify(against: heads)
        return AuditVerify.Answer(
            findings: result.findings.prefix(1_000).map(\.description), rows: Int(result.rows),
            unchained: Int(result.unchained), floor: Int(result.floor), head: "\(result.head)")
    }
}
