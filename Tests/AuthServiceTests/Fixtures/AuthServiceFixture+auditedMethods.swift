import FaultInjection
import JSONRPC
import Support

extension AuthServiceFixture {
    /// Makes a call; if its method changes something, notes for `scripts/check audited-methods` whether the audit log has grown.
    func notingAudit<M: Method>(_ method: M.Type, _ call: () async throws -> M.Answer) async throws -> M.Answer {
        guard !M.isRead, FaultLedger.isKept else { return try await call() }
        let before = try? await count("audit")
        let answer = try await call()
        if let before, let after = try? await count("audit") {
            FaultLedger.note(M.name, fault: after > before ? "+audited" : "+unaudited")
        }
        return answer
    }
}
