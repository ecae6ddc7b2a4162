import Contracts
import Domain
import JSONRPC
import StrictJSON
import Tokens

extension CachedSession {
    /// Checks that a caller with a token of this session may use the vault.
    func check(_ caller: Caller, _ scopes: [String]) throws(Fault) {
        if let refusal = refusal(of: caller, scopes) { throw refusal }
    }

    private func refusal(of caller: Caller, _ scopes: [String]) -> Fault? {
        if let ended { return Fault(FaultTable.named(ended) ?? .loginRequired) }
        guard caller.tsv == tokenSecretVersion else { return Fault(.sessionRevoked) }
        if let kind = gateFault { return Fault(kind) }
        if UserStanding.of(.loggedIn, approval)?.canSync != true { return Fault(approvalFault) }
        guard let missing = scopes.first(where: { word in !caller.scope.contains { $0.rawValue == word } }) else {
            return nil
        }
        // A person's own token without the scope was minted before the approval; the session's state counts.
        if caller.authorizedParty == nil, missing == Scope.sync.rawValue { return nil }
        return Fault(.scopeMissing, detail: ["detail": .string(missing)])
    }

    private var gateFault: FaultKind? {
        switch gate {
        case "full": nil
        case "preTfa": .secondFactorRequired
        case "pinRequired": .pinSetupRequired
        case _: .newDeviceProofRequired
        }
    }

    private var approvalFault: FaultKind {
        switch approval {
        case .waitingForApproval, .approvedForSyncing: .waitingForApproval
        case .disapprovedForSyncing: .disapprovedForSyncing
        }
    }
}
