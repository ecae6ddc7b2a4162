import Audit
public import Contracts
import Domain
import JSONRPC
public import Primitives

extension AuditKeeper {
    /// Lists rows, the newest first.
    ///
    /// - Parameter start: no earlier rows are listed; nil for no such limit.
    public func list(_ params: AuditList.Params, notBefore start: Instant? = nil) async throws -> AuditList.Answer {
        let filter = AuditFilter(
            account: params.accountId, kind: params.kind, from: [params.fromMs, start].compactMap(\.self).max(),
            to: params.toMs, before: params.before.map(Int64.init))
        let rows = try await auditLog.rows(filter, limit: params.limit ?? 100)
        return AuditList.Answer(rows: rows.map(AuditRowView.init))
    }

    /// Verifies the whole log, also against the end that this instance has recorded.
    public func verify(_ params: AuditVerify.Params) async throws -> AuditVerify.Answer {
        let heads = try (params.heads ?? []).map { text in
            guard let head = AuditHead(text) else { throw Fault(.invalidParams, field: "heads") }
            return head
        }
        let (recorded, continuation) = try await compareEnd()
        let result = try await auditLog.verify(against: heads + [recorded].compactMap(\.self))
        var findings = result.findings
        if case .contradicted(let found) = continuation, !findings.contains(found) { findings.insert(found, at: 0) }
        return AuditVerify.Answer(
            findings: findings.prefix(1_000).map(\.description), rows: Int(result.rows),
            unchained: Int(result.unchained), floor: Int(result.floor), head: "\(result.head)")
    }

    /// Reports how far the log reaches, and what contradicts it at its two ends.
    public func state() async throws -> AuditState.Answer {
        let (recorded, continuation) = try await compareEnd()
        let state = try await auditLog.state()
        var contradiction: AuditVerification.Finding?
        if case .contradicted(let found) = continuation { contradiction = found }
        let problem = try await auditLog.retentionProblem(before: now() - retention)
        return AuditState.Answer(
            rows: Int(state.rows), unchained: Int(state.unchained), floor: Int(state.floor), head: "\(state.head)",
            recordedHead: recorded?.description, contradiction: contradiction?.description,
            remedy: contradiction?.remedy, retentionProblem: problem?.description)
    }

    /// Accepts an end of the log that the administrator has looked at, in place of the one that this instance has
    /// recorded.
    ///
    /// - Throws: the fault `auditRefused` with one sentence: while the log has a trigger, which would let the alarm go on,
    ///   and if the end cannot be recorded.
    public func acceptEnd(_ params: AuditAcceptEnd.Params) async throws -> AuditAcceptEnd.Answer {
        guard recordedHead != nil else { throw Fault(.internalError) }
        guard let head = AuditHead(params.head), try await auditLog.contains(head) else {
            throw Fault(.invalidParams, field: "head")
        }
        if let trigger = try await auditLog.trigger() {
            throw Fault(.auditRefused, reason: "\(trigger): \(trigger.remedy)")
        }
        do {
            return AuditAcceptEnd.Answer(formerHead: try await accept(head)?.description)
        } catch let unwritable as AuditHeadFault {
            throw Fault(.auditRefused, reason: "\(unwritable)")
        }
    }
}

extension AuditRowView {
    fileprivate init(_ numbered: NumberedAuditRow) {
        let number = Int(numbered.number)
        guard let row = numbered.row else {
            self.init(
                number: number, atMs: Instant(ms: 0), kind: Open(rawValue: "unreadable"), detail: "unreadable",
                actor: Open(rawValue: "unreadable"))
            return
        }
        self.init(
            number: number, atMs: row.at, kind: Open(rawValue: shortened(row.kind)), detail: shortened(row.detail),
            accountId: row.account, deviceId: row.device, sessionId: row.session,
            actor: Open(rawValue: shortened(row.actor)), actorId: row.actorAccount,
            actorDeviceId: row.actorDevice, actorSessionId: row.actorSession, count: row.count.map(Int.init))
    }
}

/// The beginning of a text: a row that was tampered with may hold any.
private func shortened(_ text: String) -> String { String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) }
