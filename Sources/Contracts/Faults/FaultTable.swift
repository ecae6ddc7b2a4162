public import JSONRPC

/// Every fault that a service can answer with, and what the caller does about each.
public enum FaultTable {
    /// All faults, in the order of `faults.md`.
    public static let rows: [FaultKind] =
        FaultKind.protocolFaults + FaultKind.tokenFaults + FaultKind.codeFaults + FaultKind.pinFaults
        + FaultKind.registrationFaults
        + FaultKind.approvalFaults + FaultKind.deviceFaults + FaultKind.secondFactorFaults + FaultKind.accountFaults
        + FaultKind.confirmationFaults + FaultKind.vaultFaults
        + FaultKind.serviceFaults

    private static let byName: [String: FaultKind] = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })

    /// Returns the fault of that name; nil for a name this build does not know.
    public static func named(_ name: String) -> FaultKind? { byName[name] }

    /// Returns the faults that a method can answer with beside its own: those of its credential, of its params and of
    /// every service.
    public static func implied(by method: MethodFacts) -> [FaultKind] {
        var kinds: [FaultKind] = [.invalidParams, .internalError]
        if !method.isRead { kinds.append(.storageFull) }
        if !method.isAllowedInBatch { kinds.append(.notInBatch) }
        switch method.credential {
        case .open, .administrator: kinds += [.unavailable]
        case .deviceProof: kinds += [.proofRefused, .unavailable] + rateLimit(method)
        case .session(let scopes), .sessionOrDelegation(let scopes, _):
            kinds += tokens + (scopes.isEmpty ? [] : loginSteps)
        case .sessionWithProof(let scopes):
            kinds += tokens + [.proofRefused] + (scopes.isEmpty ? [] : loginSteps) + rateLimit(method)
        case .service: kinds += [.callRefused, .unavailable]
        case .assertion: kinds += [.callRefused, .unavailable]
        }
        return kinds.filter { !method.faults.contains($0) }
    }

    /// Auth limits the calls of one client that may write. All of them take a request proof; no method of the vault does.
    private static func rateLimit(_ method: MethodFacts) -> [FaultKind] {
        method.isRead || !method.listeners.contains(.public) ? [] : [.rateLimited]
    }

    /// Faults of sessions that have not completed every step of the login; methods that demand a scope ask for them.
    private static let loginSteps: [FaultKind] = [.secondFactorRequired, .pinSetupRequired]

    private static let tokens: [FaultKind] = [
        .tokenExpired, .loginRequired, .sessionExpired, .loggedInElsewhere, .movedFacilityGroup, .sessionRevoked,
        .deviceRevoked, .refreshReused, .pinReset, .accountDeleted, .scopeMissing,
        .newDeviceProofRequired, .blocked, .unavailable,
    ]
}
