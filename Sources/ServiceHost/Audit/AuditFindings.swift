import Contracts
import JSONRPC

/// What `doctor` finds out about the audit log of a running service.
public enum AuditFindings {
    /// The findings about both ends of the log.
    public static func all(of common: CommonConfiguration) async -> [Finding] {
        let socket = AdministrationSocket(of: common.service, in: common.dataFolder)
        let program = "latchkey-\(common.service)"
        let state: AuditState.Answer
        do {
            state = try await socket.call(AuditState.self, Nothing())
        } catch {
            return [Finding(.auditEnd, .fault, "the state of the audit log is unknown: \(error)")]
        }
        return all(of: state, program: program)
    }

    static func all(of state: AuditState.Answer, program: String) -> [Finding] {
        let end = state.contradiction.map {
            Finding(
                .auditEnd, .fault,
                "the audit log cannot be trusted (\($0)): \(state.remedy ?? "run audit verify")")
        }
        let retention = state.retentionProblem.map {
            Finding(
                .auditRetention, .fault,
                "the oldest rows of the audit log were tampered with and are kept (\($0)): run \(program) audit verify")
        }
        return [
            end ?? Finding(.auditEnd, .ok, "the audit log continues the end that the key folder names"),
            retention ?? Finding(.auditRetention, .ok, "the oldest rows of the audit log are as they were written"),
        ]
    }
}
