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
    func check(_ caller: Caller, _ scopes: RequiredScopes, at now: Instant) throws(Fault) {
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

    private func checkToken(of caller: Caller, _ scopes: RequiredScopes) throws(Fault) {
        if caller.isDelegated { return try checkDelegation(to: caller, scopes) }
        guard let missing = scopes.own.first(where: { word in !caller.scope.contains { $0.rawValue == word } }) else {
            return
        }
        // A person's own token may have been minted before the approval. The session then has the scope the token
        // lacks.
        if missing == Scope.sync.rawValue { return }
        throw Fault(.scopeMissing, detail: ["detail": .string(missing)])
    }

    private func checkDelegation(to caller: Caller, _ scopes: RequiredScopes) throws(Fault) {
        let isAllowed = caller.scope.contains { scopes.delegated.contains($0.rawValue) }
        guard caller.authorizedParty != nil, isAllowed else {
            throw Fault(.scopeMissing, detail: ["detail": .string(scopes.delegated.first ?? Scope.sync.rawValue)])
        }
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
