public import Audit
public import Contracts
import Primitives

extension AuditRowView {
    /// A row as a line: its number, when, what, about whom, and by whom.
    public static func line(_ row: AuditRowView) -> String {
        let subject = [
            row.accountId.map { "account \($0)" }, row.deviceId.map { "device \($0)" },
            row.sessionId.map { "session \($0)" }, row.count.map { "count \($0)" },
        ].compactMap(\.self).map { "  \($0)" }.joined()
        let actor = row.actorId.map { " \($0)" } ?? ""
        return "\(row.number)  \(TerminalText.time(row.atMs))  \(row.kind.rawValue) \(row.detail)\(subject)  "
            + "by \(row.actor.rawValue)\(actor)"
    }
}

extension AuditState {
    /// How far the log reaches, the recorded end, and what is wrong with what to do about it.
    public static func lines(of answer: Answer) -> [String] {
        [
            "\(answer.rows) rows, \(answer.unchained) of them not chained yet, rows up to \(answer.floor) deleted by age",
            "head \(answer.head)", recorded(answer),
        ]
            + [
                answer.contradiction.map {
                    "the audit log cannot be trusted: \($0). What to do: \(answer.remedy ?? "run audit verify")"
                },
                answer.retentionProblem.map {
                    "the oldest rows were tampered with, and none of them is deleted: \($0). Run audit verify"
                },
            ].compactMap(\.self)
    }

    private static func recorded(_ answer: Answer) -> String {
        if let head = answer.recordedHead { return "recorded \(head)" }
        return answer.contradiction == nil ? "recorded nothing yet" : "recorded: unknown, see below"
    }
}

extension AuditAcceptEnd {
    /// The end that is recorded now, and the one before.
    ///
    /// - Parameter state: the state of the log before the call.
    static func lines(of answer: Answer, after state: AuditState.Answer) -> [String] {
        let unknown = state.contradiction == nil ? "before nothing" : "before: could not be read"
        return ["recorded \(state.head)", answer.formerHead.map { "before \($0)" } ?? unknown]
    }
}

extension AuditVerify {
    /// The findings, or that there are none, and the end of the log.
    public static func lines(of answer: Answer) -> [String] {
        let summary = answer.findings.isEmpty ? "the audit log holds" : "the audit log does not hold"
        return answer.findings + [
            "\(summary): \(answer.rows) rows, \(answer.unchained) of them not chained yet, rows up to \(answer.floor) deleted "
                + "by age",
            "head \(answer.head)",
        ]
    }
}

extension AuditHead {
    /// What `restore` says when it has accepted this end of a restored log.
    public func noteOfRestore(insteadOf former: AuditHead, service: String) -> String {
        """
        The audit log ended at \(former) and ends at \(self) in the copy. Compare the copy's end with the one that was \
        recorded when it was made; on other hosts run 'latchkey-\(service) audit accept-end'.
        """
    }
}
