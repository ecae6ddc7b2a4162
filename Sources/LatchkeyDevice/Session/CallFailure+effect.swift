import Contracts
import JSONRPC

extension CallFailure {
    /// False if the service certainly did nothing: it was not reached, or its refusal says that nothing was done. The
    /// faults `unavailable` and `internalError`, and one without a name, do not say so, nor does an unreadable answer.
    var mayHaveTakenEffect: Bool {
        switch self {
        case .refused(let fault): fault.isKind(.unavailable) || fault.isKind(.internalError) || fault.name.isEmpty
        case .unreachable(let error): error.mayHaveBeenSent
        case .unreadable: true
        }
    }
}

extension CallFailure {
    /// True for the refusal of a session whose account is deleted.
    var saysAccountIsDeleted: Bool { fault.map { $0.isKind(.accountDeleted) && $0.status == 401 } ?? false }
}

extension DeviceFault {
    /// False if certainly no service carried out the request.
    var mayHaveTakenEffect: Bool {
        switch self {
        case .call(let failure): failure.mayHaveTakenEffect
        case .storeUnreadable, .storeFull, .storeFailed, .sessionChanged, .deviceAdmittedAgain: true
        case .signedOut, .cancelled, .noChallenge, .codeMissing, .noSuchEntry, .entryForeign, .noCode, .nothingToChoose,
            .notAnEntry, .entryInvalid, .noPIN, .childPINNeeded, .noChild, .childDevice, .personSignedIn, .locked,
            .resettingPIN,
            .pinRestored, .pinTooShort, .pinRefused, .pinKeyNotDerived, .file, .exportNeedsPIN, .noSuchVersion,
            .versionUnreadable, .unsentEdits:
            false
        }
    }
}
