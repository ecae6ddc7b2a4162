public import JSONRPC

/// Every fault of the wire, by family and code: the one table that says what a caller does.
public enum FaultTable {
    /// All rows, in the order of `faults.md`.
    public static let rows: [FaultKind] =
        FaultKind.ofTheProtocol + FaultKind.ofTokens + FaultKind.ofCodes + FaultKind.ofRegistration
        + FaultKind.ofApproval + FaultKind.ofDevices + FaultKind.ofAccounts + FaultKind.ofTheVault
        + FaultKind.ofTheService

    private static let byName: [String: FaultKind] = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })

    /// The row of a name; nil for a fault this build does not know.
    public static func named(_ name: String) -> FaultKind? { byName[name] }

    /// The faults a method can give because of what it asks its caller to show, beside its own.
    public static func implied(by method: MethodFacts) -> [FaultKind] {
        var kinds: [FaultKind] = [.invalidParams, .internalError]
        if !method.isRead { kinds.append(.storageFull) }
        if !method.isAllowedInBatch { kinds.append(.notInBatch) }
        switch method.credential {
        case .open: kinds += [.unavailable]
        case .deviceProof: kinds += [.proofRefused, .unavailable]
        case .session(let scopes): kinds += tokens + (scopes.contains("sync") ? gates : [])
        case .sessionWithProof: kinds += tokens + [.proofRefused]
        case .service: kinds += [.callRefused, .unavailable]
        case .assertion: kinds += [.callRefused, .unavailable]
        }
        return kinds.filter { !method.faults.contains($0) }
    }

    /// What a person who is not through every gate is told where only the vault is concerned.
    private static let gates: [FaultKind] = [.secondFactorRequired, .pinSetupRequired]

    private static let tokens: [FaultKind] = [
        .tokenExpired, .loginRequired, .sessionExpired, .loggedInElsewhere, .movedFacilityGroup, .sessionRevoked,
        .deviceRevoked, .refreshReused, .pinReset, .accountDeleted, .scopeMissing,
        .newDeviceProofRequired, .blocked, .unavailable,
    ]
}
