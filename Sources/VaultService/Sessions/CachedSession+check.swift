import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Tokens

extension CachedSession {
    /// Checks that a caller with a token of this session may use the vault.
    ///
    /// ``SessionRule`` decides as it does in auth. The order of the refusals is: the end of the session or a changed
    /// TokenSecret, a missing authentication step, the approval, the scopes of the token.
    func check(_ caller: Caller, _ scopes: [String], at now: Instant) throws(Fault) {
        let verdict = SessionRule.evaluate(
            account: .existing(
                tokenSecretVersion: tokenSecretVersion, isBlocked: false, approval: approval, role: caller.role),
            session: SessionFacts(ended: ended, level: level, tokenSecretVersion: tokenSecretVersion, expires: nil),
            tokenSecretVersion: caller.tsv, at: now)
        switch verdict {
        case .ended(let end): throw Fault(FaultKind(end))
        case .live(level: .unproven, _): throw Fault(.newDeviceProofRequired)
        case .live(level: .preTFA, _): throw Fault(.secondFactorRequired)
        case .live(level: .pinRequired, _): throw Fault(.pinSetupRequired)
        case .live(level: .full, let allowed):
            guard allowed.contains(.sync) else { throw Fault(approval.faultKind) }
            try checkToken(of: caller, scopes)
        }
    }

    private func checkToken(of caller: Caller, _ scopes: [String]) throws(Fault) {
        guard let missing = scopes.first(where: { word in !caller.scope.contains { $0.rawValue == word } }) else {
            return
        }
        // A person's own token may have been minted before the approval. The session then has the scope the token
        // lacks.
        if caller.authorizedParty == nil, missing == Scope.sync.rawValue { return }
        throw Fault(.scopeMissing, detail: ["detail": .string(missing)])
    }
}

extension ApprovalStatus {
    /// The fault that answers a session whose person is not approved for syncing.
    fileprivate var faultKind: FaultKind {
        switch self {
        case .waitingForApproval, .approvedForSyncing: .waitingForApproval
        case .disapprovedForSyncing: .disapprovedForSyncing
        }
    }
}
