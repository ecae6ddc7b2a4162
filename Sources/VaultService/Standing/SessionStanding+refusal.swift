import Contracts
import Domain
import JSONRPC
import StrictJSON
import Tokens

extension SessionStanding {
    /// Why a call with this token may not touch the vault; nil if it may.
    ///
    /// Whether the session is alive comes first, then which gate it has come to, then approval: what a stranger could
    /// learn is told last. A 401 is given only for what auth has recorded.
    func refusal(of caller: Caller, needing scopes: [String]) -> Fault? {
        if let ended { return Fault(FaultTable.named(ended) ?? .loginRequired) }
        guard caller.tsv == tsv else { return Fault(.sessionRevoked) }
        if let kind = gateFault { return Fault(kind) }
        if UserStanding.of(.loggedIn, approval)?.canSync != true { return Fault(approvalFault) }
        guard let missing = scopes.first(where: { word in !caller.scope.contains { $0.rawValue == word } }) else {
            return nil
        }
        // A person's own token without the scope was minted before the approval, and standing says what holds now.
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
