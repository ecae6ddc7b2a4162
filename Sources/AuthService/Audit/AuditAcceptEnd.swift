import Audit
import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Accepts an end of the audit log that the administrator has looked at, in place of the one that this instance has
    /// recorded.
    func auditAcceptEnd(_ call: Call<AuditAcceptEnd, Void>) async throws -> AuditAcceptEnd.Answer {
        guard let log = store.auditLog, auditEnd != nil else { throw Fault(.internalError) }
        guard let head = AuditHead(call.params.head), try await log.contains(head) else {
            throw Fault(.invalidParams, field: "head")
        }
        return AuditAcceptEnd.Answer(formerHead: try await acceptAuditEnd(head)?.description)
    }
}
