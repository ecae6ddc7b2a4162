import Contracts
import JSONRPC

extension CallFailure {
    /// False where the service certainly did nothing: it refused the call by name, or was never reached.
    var mayHaveTakenEffect: Bool {
        switch self {
        case .refused(let fault): fault.isKind(.unavailable) || fault.isKind(.internalError) || fault.name.isEmpty
        case .unreachable(let error): error.mayHaveBeenSent
        case .unreadable: true
        }
    }
}

extension DeviceFault {
    /// False where certainly no service carried out the request.
    var mayHaveTakenEffect: Bool {
        switch self {
        case .call(let failure): failure.mayHaveTakenEffect
        case .storeUnreadable, .storeFull, .storeFailed: true
        case .signedOut, .noChallenge, .codeMissing, .noSuchEntry, .nothingToChoose, .notAnEntry: false
        }
    }
}
