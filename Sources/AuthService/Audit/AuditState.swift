import Audit
import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Reports how far the audit log reaches, and what contradicts it at its two ends.
    func auditState(_ call: Call<AuditState, Void>) async throws -> AuditState.Answer {
        guard let log = store.auditLog else { throw Fault(.internalError) }
        // The recorded end is read first: the log that is read afterwards reaches at least as far.
        let recorded = try auditEnd?.read()
        let state = try await log.state()
        var contradiction: AuditVerification.Finding?
        if let recorded, case .contradicted(let found) = try await log.continuation(of: recorded) {
            contradiction = found
        }
        let problem = try await log.retentionProblem(before: now - settings.auditRetention)
        return AuditState.Answer(
            rows: Int(state.rows), unchained: Int(state.unchained), floor: Int(state.floor), head: "\(state.head)",
            recordedHead: recorded?.description, contradiction: contradiction?.description,
            retentionProblem: problem?.description)
    }
}
